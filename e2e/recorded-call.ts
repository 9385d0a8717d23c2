import fs from 'node:fs'
import path from 'node:path'
import { wav } from '../apps/server/src/telephony/call-reports/testing/wav.ts'
import type { TestDatabase } from '../apps/server/src/testing/database/database-copy.ts'

/** Longer than a busy machine takes from the first sound to the press that stops it. */
export const RECORDED_SECONDS = 60

/** The newest answered call that belongs to an order of the taxi company. */
const RECORDING = `
  insert into call_recordings (call_id, file, seconds, bytes, mime, recorded_at)
  select calls.id, 'call.wav', ${RECORDED_SECONDS}, 64044, 'audio/wav', ended_at
  from calls join user_companies using (company_id) join users on users.id = user_id
  where users.email = 'dispecer@demo.ro' and started_at is not null and order_id is not null and direction = 'in'
  order by rang_at desc, calls.id desc limit 1`

/** Gives one call of the demo a recording in this folder, before the server starts. */
export async function recordACall({ pool }: TestDatabase, folder: string): Promise<void> {
  fs.writeFileSync(path.join(folder, 'call.wav'), wav(RECORDED_SECONDS))
  await pool.query(RECORDING)
}
