import crypto from 'node:crypto'
import { CallStays } from '../telephony.ts'
import type { ProxyDialog, ProxyRpc } from './proxy-rpc.ts'

const REFER_SECONDS = 6

/**
 * Asks the caller's side to ring again, at an address that only this call knows (REFER, RFC 3515). The proxy puts it through to the
 * phone of `extension` under the old name; whether that phone answered is told by the stream. Throws `CallStays` when the trunk
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

/** Ends the call a caller has left for another phone, on his side; some telephones do it by themselves and answer 481. */
export async function leaveCaller(rpc: ProxyRpc, dialog: ProxyDialog): Promise<void> {
  await rpc.ask('tm.t_uac_start', toCaller(dialog, 'BYE', 2, []))
}

/** A request inside the call, as if the dispatcher's side said it, by way of the proxy's own door: it mends what JSON-RPC writes.
 * The proxy does so for callers in its table `leaving` alone. */
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

/** The answer is a list that begins with the status. */
function statusOf(answer: unknown): number {
  return (Array.isArray(answer) && Number(answer[0])) || 500
}
