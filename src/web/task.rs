//! A future as a promise that always settles. Unlike those of wasm-bindgen-futures it is polled at once, so that a
//! request leaves when it is made, as the platform's do; and a trap while it is polled rejects it.

use js_sys::{Function, Promise};
use std::cell::{Cell, RefCell};
use std::pin::Pin;
use std::rc::Rc;
use std::sync::Arc;
use std::task::{Context, Poll, Wake, Waker};
use wasm_bindgen::prelude::*;

type Work = Pin<Box<dyn Future<Output = Result<JsValue, JsValue>>>>;

#[wasm_bindgen(module = "/src/web/task.js")]
extern "C" {
    fn run(poll: &JsValue, id: u32, reject: &Function);
    fn enqueue(poll: &JsValue, id: u32, reject: &Function);
}

struct Task {
    work: RefCell<Option<Work>>,
    resolve: Function,
    reject: Function,
    is_enqueued: Cell<bool>,
}

thread_local! {
    static TASKS: RefCell<Vec<(u32, Rc<Task>)>> = const { RefCell::new(Vec::new()) };
    static LAST: Cell<u32> = const { Cell::new(0) };
    static POLL: Closure<dyn Fn(u32)> = Closure::new(poll);
}

/// The promise of what it will give.
pub fn promise(work: impl Future<Output = Result<JsValue, JsValue>> + 'static) -> Promise {
    let mut work: Option<Work> = Some(Box::pin(work));
    Promise::new(&mut |resolve: Function, reject: Function| {
        let id = LAST.with(|last| last.replace(last.get().wrapping_add(1)));
        let (work, is_enqueued) = (RefCell::new(work.take()), Cell::new(false));
        let task = Rc::new(Task { work, resolve, reject, is_enqueued });
        TASKS.with(|tasks| tasks.borrow_mut().push((id, Rc::clone(&task))));
        POLL.with(|poll| run(poll.as_ref(), id, &task.reject));
    })
}

fn poll(id: u32) {
    let Some(task) = find(id) else { return };
    task.is_enqueued.set(false);
    let Some(mut work) = task.work.take() else { return };
    let waker = Waker::from(Arc::new(Bell(id)));
    match work.as_mut().poll(&mut Context::from_waker(&waker)) {
        Poll::Pending => *task.work.borrow_mut() = Some(work),
        Poll::Ready(settled) => {
            drop(work);
            TASKS.with(|tasks| tasks.borrow_mut().retain(|(known, _)| *known != id));
            let (settle, value) = match &settled {
                Ok(value) => (&task.resolve, value),
                Err(reason) => (&task.reject, reason),
            };
            let _ = settle.call1(&JsValue::UNDEFINED, value);
        }
    }
}

fn find(id: u32) -> Option<Rc<Task>> {
    TASKS.with(|tasks| {
        let tasks = tasks.borrow();
        tasks.iter().find(|(known, _)| *known == id).map(|(_, task)| Rc::clone(task))
    })
}

/// Wakes a task by its number: what a waker holds has to be fit for threads, though there are none.
struct Bell(u32);

impl Wake for Bell {
    fn wake(self: Arc<Self>) {
        let Some(task) = find(self.0) else { return };
        if !task.is_enqueued.replace(true) {
            POLL.with(|poll| enqueue(poll.as_ref(), self.0, &task.reject));
        }
    }
}
