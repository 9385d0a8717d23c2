import crypto from 'node:crypto'
import { CallStays } from '../telephony.ts'
import type { ProxyDialog, ProxyRpc } from './proxy-rpc.ts'

const REFER_SECONDS = 6

/**
 * Asks the caller's side to ring again, at an address that only this call knows (REFER, RFC 3515). The proxy connects it to the
 * phone of `extension` under the old id; the stream reports whether that phone answered. Throws `CallStays` when the trunk
 * refuses, as many do.
 */
export async function sendCallerOn(
  rpc: ProxyRpc,
  { dialog, name, extension }: { dialog: ProxyDialog; name: string; extension: string },
): Promise<void> {
  const { here, company = '' } = dialog.facts
  if (!here || !dialog.caller.socket.startsWith('udp:')) throw new CallStays('this call cannot be sent on')
  await rpc.ask('htable.sets', ['leaving', dialog.callId, 'yes'])
  const target = `t-${crypto.randomBytes(12).toString('hex')}`
  await rpc.ask('htable.sets', ['transfers', target, `${name}|${dialog.callId}|${extension}|${company}`])
  const where = [`Contact: <sip:${here}>`, `Refer-To: <sip:${target}@${here}>`, `Referred-By: <sip:${here}>`]
  const answer = await rpc.ask('tm.t_uac_wait', toCaller(dialog, 'REFER', 1, where), REFER_SECONDS)
  const status = statusOf(answer)
  if (status >= 300) throw new CallStays(`the caller's side refuses to be sent on: ${status}`)
}

/** Ends the call that a transferred caller has left; some telephones end it by themselves and answer 481. */
export async function leaveCaller(rpc: ProxyRpc, dialog: ProxyDialog): Promise<void> {
  await rpc.ask('tm.t_uac_start', toCaller(dialog, 'BYE', 2, []))
}

/**
 * A request inside the call, as if sent by the dispatcher's side. It goes through the proxy's own port, which corrects the headers that
 * JSON-RPC writes, only for callers in its table `leaving`.
 */
function toCaller(dialog: ProxyDialog, method: 'REFER' | 'BYE', step: number, extra: readonly string[]): string[] {
  const { caller, calleeTag, calleeUri, callerUri, callId, calleeCseq } = dialog
  const headers = [
    `From: <${calleeUri}>;tag=${calleeTag}`,
    `To: <${callerUri}>;tag=${caller.tag}`,
    `Call-ID: ${callId}`,
    `CSeq: ${calleeCseq + step} ${method}`,
    ...extra,
    ...(caller.route_set === '' ? [] : [`Route: ${caller.route_set}`]),
  ]
  const door = caller.socket.replace(/^udp:/, 'sip:')
  return [method, caller.contact, door, caller.socket, `${headers.join('\r\n')}\r\n`]
}

/** The result is a list that begins with the status. */
function statusOf(answer: unknown): number {
  return (Array.isArray(answer) && Number(answer[0])) || 500
}
