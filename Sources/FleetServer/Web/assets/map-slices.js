// Long work of the map in slices: all of it together gets less than a millisecond of a frame.

const sliceMilliseconds = 0.7;
const jobs = [];
let frame = 0;

/** Runs a generator between frames; returns its result, or null once the work is no longer wanted. */
export function inSlices(steps, isWanted = () => true) {
  return new Promise((resolve, reject) => {
    jobs.push({ steps, isWanted, resolve, reject });
    frame ||= requestAnimationFrame(runSlice);
  });
}

/** Jobs take turns, so that a long one does not hold up a short one. */
function runSlice() {
  const end = performance.now() + sliceMilliseconds;
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
