/** A chunk that does not load within 120 s is shown as a failure with a retry button. */
const TIMEOUT_MS = 120_000

export function loadChunk<T>(load: () => Promise<T>): () => Promise<T> {
  return () => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new Error('chunk did not load')), TIMEOUT_MS)
    })
    return Promise.race([load(), late]).finally(() => clearTimeout(timer))
  }
}
