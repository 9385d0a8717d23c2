import { ro } from '../../text/ro.ts'

/** Stands where a list would that this person may not read. */
export function NoSuchPage() {
  return (
    <main id="content" className="page">
      <h1>{ro.failures.notFound}</h1>
    </main>
  )
}
