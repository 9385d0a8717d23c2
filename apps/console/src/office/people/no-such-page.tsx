import { ro } from '../../text/ro.ts'

/** Shown in place of a list that this user may not read. */
export function NoSuchPage() {
  return (
    <main id="content" className="page">
      <h1>{ro.failures.notFound}</h1>
    </main>
  )
}
