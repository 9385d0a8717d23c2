import { once } from 'node:events'
import net from 'node:net'

/** The folder of a server's data that its database stands in. */
export const CLUSTER = 'postgres/pgdata'
/** The socket file of the process that prepares spare data for this run; outside of a run nobody does. */
export const SPARE_DATA = 'SPARE_DATA'

/**
 * Puts the spare data into this empty folder, if there is any and it is fresh; otherwise the server makes its own. The process
 * that prepares it is the only one that touches it, and ends the connection when it has answered.
 */
export async function takeSpareData(into: string): Promise<void> {
  const socketFile = process.env[SPARE_DATA]
  if (!socketFile) return
  const connection = net.connect(socketFile)
  connection.resume().end(into)
  await once(connection, 'close')
}
