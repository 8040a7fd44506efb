/** Holds the state, and tells those who watch that there is a newer one. */

/**
 * @template S, E
 * @param {(state: S, event: E) => S} reduce
 * @param {S} initial
 */
export function createStore(reduce, initial) {
  let state = initial;
  /** @type {Set<(state: S, before: S) => void>} */
  const watchers = new Set();
  return {
    get state() {
      return state;
    },
    /** @param {E} event */
    dispatch(event) {
      const before = state;
      state = reduce(before, event);
      if (state !== before) for (const watcher of watchers) watcher(state, before);
    },
    /** @param {(state: S, before: S) => void} watcher */
    watch(watcher) {
      watchers.add(watcher);
      return () => watchers.delete(watcher);
    },
  };
}
