import type { FastifyReply } from 'fastify'
import { loginOf } from '../http/authenticate.ts'
import { FileAnswer } from '../http/file-answer.ts'
import type { ExportFiles, Table } from './export-files.ts'

declare module 'fastify' {
  interface FastifyInstance {
    exportFiles: ExportFiles
  }
}

/**
 * Sends the table as a file: `return sendTable(reply, {…})` from a route. The rows are written to disk first, so a slow client occupies no
 * database connection. Texts that look like formulas stay texts.
 */
export async function sendTable(reply: FastifyReply, table: Table): Promise<FileAnswer> {
  const { request } = reply
  const { userId, scope } = loginOf(request)
  const { may: permission } = request.routeOptions.config
  if (permission === undefined || permission === 'public') throw new Error('an export needs a permission')
  const gone = new AbortController()
  const leave = () => gone.abort()
  reply.raw.once('close', leave)
  try {
    return await request.server.exportFiles.send(
      { userId, scope, permission, ip: request.ip, signal: gone.signal },
      table,
    )
  } catch (error) {
    if (!gone.signal.aborted) throw error
    return new FileAnswer('text/plain', Buffer.alloc(0))
  } finally {
    reply.raw.off('close', leave)
  }
}
