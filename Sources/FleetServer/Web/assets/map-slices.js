// Long work of the map in slices: all of it together gets less than a millisecond of a usual frame.

const leastMilliseconds = 0.5, mostMilliseconds = 1.2;
const share = 0.03;             // of the time since the last frame, for browsers that draw slowly
const jobs = [];
let frame = 0, last = 0;

/** Runs a generator between frames; returns its result, or null once the work is no longer wanted. */
export function inSlices(steps, isWanted = () => true) {
  return new Promise((resolve, reject) => {
    jobs.push({ steps, isWanted, resolve, reject });
    frame ||= requestAnimationFrame(runSlice);
  });
}

/** Jobs take turns, so that a long one does not hold up a short one. */
function runSlice() {
  const start = performance.now(), end = start + Math.max(leastMilliseconds, Math.min(mostMilliseconds, share * (start - last)));
  last = start;
  do {
    const job = jobs.shift();
    if (advance(job)) jobs.push(job);
  } while (jobs.length && performance.now() < end);
  frame = jobs.length ? requestAnimationFrame(runSlice) : 0;
}

/** Takes a step; returns whether there are more. */
function advance({ steps, isWanted, resolve, reject }) {
  try {
    const { done, value } = isWanted() ? steps.next() : { done: true, value: null };
    if (done) resolve(value);
    return !done;
  } catch (error) {
    reject(error);
    return false;
  }
}
