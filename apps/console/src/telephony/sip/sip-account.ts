import { readOwnMeta } from '@dispecerat/contract/identity/accounts'
import { ApiError } from '../../api/api-error.ts'
import { request } from '../../api/request.ts'
import { phoneMessages } from '../../shared/telephone/phone-messages.ts'
import type { SipAccount } from './jssip-phone.ts'

const RETRY_DELAY_MS = 5000

/** This dispatcher's SIP account, or the sentence about what is missing; null: the server has no telephony. */
export async function readSipAccount(isOver: () => boolean): Promise<SipAccount | { missing: string } | null> {
  const meta = await readMeta(isOver)
  if (meta?.get('telephone') === 'off') return null
  if (meta === null || meta.size === 0) return { missing: phoneMessages.missing.meta }
  const [uri, password, ws] = [meta.get('sipUrl'), meta.get('sipPassword'), meta.get('sipWs')]
  if (!uri) return { missing: phoneMessages.missing.url }
  if (!password) return { missing: phoneMessages.missing.password }
  if (!ws) return { missing: phoneMessages.missing.ws }
  const useUpdate = meta.get('useUpdate') !== 'no' && meta.get('wsUseUpdate') !== 'no'
  return { uri, password, ws: addressOf(ws), useUpdate, ...waysOf((key) => meta.get(key)) }
}

async function readMeta(isOver: () => boolean): Promise<Map<string, string | null> | null> {
  for (;;) {
    try {
      const { data } = await request(readOwnMeta)
      return new Map(data.map(({ key, value }) => [key, value]))
    } catch (error) {
      if (isOver() || !(error instanceof ApiError) || (error.status > 0 && error.status < 500)) return null
      await new Promise((resolve) => setTimeout(resolve, RETRY_DELAY_MS))
    }
  }
}

/** ICE configuration. The server supplies STUN and TURN servers with credentials that expire after hours. */
export function waysOf(metaValue: (key: string) => string | null | undefined) {
  const servers = metaValue('iceServers')
  return {
    iceServers: servers ? (JSON.parse(servers) as RTCIceServer[]) : [],
    isOnlyRelayed: metaValue('iceOnlyRelayed') === 'yes',
  }
}

/**
 * A path is resolved on the console's own origin, so that its certificate and security rules apply to the telephone
 * too.
 */
function addressOf(ws: string): string {
  const address = new URL(ws, window.location.href)
  if (address.protocol === 'http:') address.protocol = 'ws:'
  if (address.protocol === 'https:') address.protocol = 'wss:'
  return address.href
}
