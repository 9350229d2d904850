//! Makes a scenario that fails as small as it can be while it breaks the same rule.

use super::oracle::Broken;
use super::plan::{FEATURES, Plan};

/// The smallest plan found, and what it breaks.
pub fn shrink(
    plan: Plan,
    broken: Broken,
    fails: impl Fn(Plan) -> Result<(), Broken>,
) -> (Plan, Broken) {
    let (mut plan, mut broken) = (plan, broken);
    loop {
        let found = smaller(plan).find_map(|smaller| {
            let still = fails(smaller).err()?;
            (still.rule == broken.rule).then_some((smaller, still))
        });
        match found {
            Some(found) => (plan, broken) = found,
            None => return (plan, broken),
        }
    }
}

/// Plans that are smaller by one thing.
fn smaller(plan: Plan) -> impl Iterator<Item = Plan> {
    let calls = (1..plan.calls).map(move |calls| Plan { calls, ..plan });
    let contexts = (1..plan.contexts).map(move |contexts| Plan { contexts, ..plan });
    let retries = (0..plan.retries).map(move |retries| Plan { retries, ..plan });
    let features = FEATURES.into_iter().map(move |feature| plan.less(feature));
    let features = features.filter(move |less| less.without != plan.without);
    calls.chain(contexts).chain(features).chain(retries)
}
