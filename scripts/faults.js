// `node scripts/faults.js`: puts faults into a copy of the loop, one by one, and sees the simulation notice each.
// The text that a fault replaces must stand there exactly once, so that no fault is forgotten when code moves.

import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root } from './tools.js';

/**
 * The fault, the file in `src/`, what stands there, and what it becomes.
 * @type {[string, string, string, string][]}
 */
const faults = [
  ['an abort inside the given fetch is not heeded', 'call/attempt.rs',
    'following).await?;\n        self.heed()?;', 'following).await?;'],
  ['an abort inside onRetry is not heeded', 'call/tell.rs',
    'self.details(wait, cause)));\n        self.heed()', 'self.details(wait, cause)));\n        Ok(())'],
  ['an abort inside a log line is not heeded', 'call/tell.rs',
    '&text(self)));\n        }\n        self.heed()', '&text(self)));\n        }\n        Ok(())'],
  ['timers are 1 ms short', 'call/sleep.rs',
    'host.timer(step)', 'host.timer(step.minus(Millis::new(1)))'],
  ['a coarse clock ends a wait early', 'call/sleep.rs',
    'by_step > step.plus(LEAP)', 'by_clock > trusted'],
  ['a late timer makes a long wait longer', 'call/sleep.rs',
    'trusted.max(by_clock.minus(COARSE))', 'trusted'],
  ['retries are counted wrong', 'call/tell.rs',
    'attempt: self.history.made(),', 'attempt: self.history.made() + 1,'],
  ['the total does not cut an attempt', 'call/attempt.rs',
    'self.host.attempt(own.min(left), following)', 'self.host.attempt(own, following)'],
  ['the total is not looked at after the veto', 'call/mod.rs',
    'Some(true) if fits(self.config, self.elapsed(), wait) => None,', 'Some(true) => None,'],
  ['a hold may go beyond the total', 'call/wait.rs',
    'if is_held && !fits(self.config, self.elapsed(), left)', 'if false'],
  ['a cool-down is not heeded by first attempts', 'call/cooldown.rs',
    'self.heeds != Heeds::Nobody && until > self.host.now().monotonic', 'false && until > self.host.now().monotonic'],
  ['a cool-down is not told to other contexts', 'call/cooldown.rs',
    '.post(Notice::Hold { origin: self.host.origin(), until: now.epoch.plus(wait) });', '.origin();'],
  ['news of a cool-down moves no wait', 'call/wait.rs',
    '(Some(line), Some(seen)) => line.changed(seen).await,', '(Some(_), Some(_)) => pending().await,'],
  ['epoch time is taken for the own clock', 'call/lanes.rs',
    'note(now.heard(until))', 'note(Monotonic(until.0))'],
  ['the own clock is told as epoch time', 'call/cooldown.rs',
    'until: now.epoch.plus(wait)', 'until: crate::policy::moment::Epoch(now.monotonic.0).plus(wait)'],
  ['a place in the line is not left', 'call/cooldown.rs',
    'lane.place.borrow_mut().leave(self.ticket, host.now().monotonic);', ''],
  ['others do not hear that a place was left', 'call/cooldown.rs',
    'host.post(Notice::Left { origin: host.origin(), ticket: self.ticket });', ''],
  ['onRetry is told twice', 'call/tell.rs',
    'self.has_waited = true;', 'self.has_waited = true;\n        self.host.tell(Message::NewRetryAttempt(self.details(wait, cause)));'],
  ['onDone is told where nobody had waited', 'call/tell.rs',
    'if self.has_waited {', 'if true {'],
  ['onDone is not told of a request that cannot be sent', 'call/mod.rs',
    'self.tell_done()?;\n                    return', 'return'],
  ['a response is dropped, not discarded', 'call/wait.rs',
    'host.discard(response);', 'drop(response);'],
  ['a response is discarded before its wait is told', 'call/wait.rs',
    'told_end = Some(leaves);', 'told_end = Some(leaves);\n                if let Some(Ended::Response(response)) = before.take() {\n                    host.discard(response);\n                }'],
  ['a wait can be ended by hand after it has ended', 'call/context.rs',
    'self.context.remove(self.id);', ''],
  ['a hand is not heard', 'call/context.rs',
    'waiting.inspect(|bell| bell.ring()).is_some()', 'waiting.is_some()'],
  ['the network\'s return is not spread', 'call/wait.rs',
    'Millis::floor(SPREAD_MS * unit(host.random()))', 'Millis::floor(0.0 * unit(host.random()))'],
  ['the network\'s return has a wait told again', 'call/wait.rs',
    'if end < own_end {', 'if true {'],
  ['news begins a wait anew', 'call/wait.rs',
    'join(own_sleep.as_mut(), held).await;', 'join(sleep(host, left), held).await;'],
  ['a success does not restore the budget', 'call/mod.rs',
    'shared.restore_retries();', ''],
  ['a wait that is not begun costs the budget', 'call/mod.rs',
    'self.wait(wait, Some(ended)).await', 'if let Some(shared) = &self.cooldown {\n            shared.spend_retry();\n        }\n        self.wait(wait, Some(ended)).await'],
  ['a question goes on after an answer', 'call/attempt.rs',
    'self.probe = None;\n        }\n        self.record', '}\n        self.record'],
  ['waits are not recorded', 'call/wait.rs',
    'self.record.waited(measured.max(self.slept));', 'self.record.waited(self.slept);'],
  ['it is forgotten when a held call has left', 'policy/place.rs',
    'self.own.retain(|(own, _)| *own != ticket);\n        self.last_left = now;', 'self.own.retain(|(own, _)| *own != ticket);'],
  ['a bell keeps those who have gone', 'call/bell.rs',
    'fn drop(&mut self) {\n        self.forget();', 'fn drop(&mut self) {'],
  ['a bell wakes nobody', 'call/bell.rs',
    'waker.wake();', 'drop(waker);'],
];

const only = process.argv[2];
const copy = mkdtempSync(join(tmpdir(), 'faults-'));
// Of its own: cargo takes the copy for the original, and would not build that anew.
const target = join(process.env.CARGO_TARGET_DIR ?? join(root, 'target'), 'faults');
for (const part of ['Cargo.toml', 'Cargo.lock', 'rust-toolchain.toml', 'src', 'tests/simulation']) {
  cpSync(join(root, part), join(copy, part), { recursive: true });
}

/**
 * Plays the simulation on the copy.
 * @returns {{ built: boolean, broken: string }} which rule was broken first, if any
 */
function play() {
  const { stdout, stderr } = spawnSync('cargo', ['test', '--offline', '--test', 'simulation'], {
    cwd: copy,
    encoding: 'utf8',
    env: { ...process.env, CARGO_TARGET_DIR: target, RUST_BACKTRACE: '0' },
  });
  const text = stdout + stderr;
  const rule = /^[\d:]+ {2}(.+?) \(call \d+\)/m.exec(text)?.[1];
  const failed = /test result: FAILED/.test(text);
  return { built: /^running \d+ test/m.test(text), broken: rule ?? (failed ? 'a panic' : '') };
}

let missed = 0;
const whole = play();
if (!whole.built || whole.broken) throw new Error(`without a fault: ${whole.broken || 'it does not build'}`);
console.log('| fault | what notices it |\n| --- | --- |');
for (const [fault, file, is, becomes] of faults) {
  if (only && !fault.includes(only)) continue;
  const path = join(copy, 'src', file);
  const source = readFileSync(path, 'utf8');
  if (source.split(is).length !== 2) throw new Error(`${file}: ${JSON.stringify(is)} does not stand there once`);
  writeFileSync(path, source.replace(is, () => becomes));
  const { built, broken } = play();
  writeFileSync(path, source);
  if (!built || !broken) missed += 1;
  console.log(`| ${fault} | ${built ? broken || '**nothing**' : '**does not build**'} |`);
}
rmSync(copy, { recursive: true });
process.exit(missed ? 1 : 0);
