export type SerialQueue = <T>(task: () => Promise<T>) => Promise<T>

/** Runs tasks one after another: each starts when the one before has ended, successfully or not. */
export function serialQueue(): SerialQueue {
  let last: Promise<unknown> = Promise.resolve()
  return (task) => {
    const turn = last.then(task, task)
    last = turn
    return turn
  }
}
