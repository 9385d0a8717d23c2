import type { Endpoint, RequestInput } from '@dispecerat/contract/kernel/endpoint'
import type { Office } from '../../../testing/an-office.ts'

/** One record that can be edited, and every endpoint that edits it with a version. */
interface VersionedRecord {
  token: string
  /** The current version, as the console reads it. */
  read: () => Promise<number | undefined>
  /** A change by another editor. Each call changes something. */
  change: () => Promise<{ status: number }>
  edits: [Endpoint, RequestInput<Endpoint>][]
}

export type MakeRecord = (office: Office) => Promise<VersionedRecord>

let changes = 0

/** Text that no other change has. */
export const another = () => `Altul ${++changes}`
