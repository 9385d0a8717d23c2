import crypto from 'node:crypto'
import type { PhoneAccount, PhoneDirectory } from '../../telephony.ts'
import { headersOf, type SipHeader, type SipRequest } from './sip-message.ts'

const NONCE_LIVES_MS = 300_000
/** The stronger first, as RFC 8760 requires; of several challenges the browsers' library uses the last. */
const ALGORITHMS = { 'sha-256': 'SHA-256', md5: 'MD5' } as const
type Algorithm = keyof typeof ALGORITHMS

/** Result of checking a request; `nothing`: no digest for our realm, `forged`: a nonce that was never issued. */
export type Proof = { is: 'account'; account: PhoneAccount } | { is: 'nothing' | 'stale' | 'forged' | 'wrong_password' }

/** Digest authentication (RFC 7616, RFC 8760): MD5 for the phones of browsers, SHA-256 for phones that support it. */
export class Digest {
  readonly #realm: string
  readonly #phoneDirectory: PhoneDirectory
  readonly #secret = crypto.randomBytes(32)

  constructor(realm: string, phoneDirectory: PhoneDirectory) {
    this.#realm = realm
    this.#phoneDirectory = phoneDirectory
  }

  /** The two challenges. `place` is the socket of the request. */
  challenges(status: 401 | 407, place: string, isStale: boolean): SipHeader[] {
    const name = status === 401 ? 'WWW-Authenticate' : 'Proxy-Authenticate'
    const stale = isStale ? ', stale=true' : ''
    const nonce = this.#nonce(String(Math.round(performance.now())), place)
    return Object.values(ALGORITHMS).map((algorithm) => [
      name,
      `Digest realm="${this.#realm}", nonce="${nonce}", algorithm=${algorithm}, qop="auth"${stale}`,
    ])
  }

  /** Looks the account up only for a nonce of ours, so that unknown senders cause no database query. */
  async prove(request: SipRequest, status: 401 | 407, place: string): Promise<Proof> {
    let best: Proof = { is: 'nothing' }
    for (const header of headersOf(request, status === 401 ? 'authorization' : 'proxy-authorization')) {
      const params = readDigest(header)
      if (params.realm !== this.#realm || !params.username || !params.response) continue
      best = await this.#judge(params, request.method, place)
      if (best.is === 'account') break
    }
    return best
  }

  /** True when an authenticated connection would be accepted again: the user may still call, and the password is unchanged. */
  async isValid({ extension, password }: PhoneAccount): Promise<boolean> {
    const account = await this.#phoneDirectory.account(extension)
    return account !== null && isSame(account.password, password)
  }

  async #judge(params: Record<string, string>, method: string, place: string): Promise<Proof> {
    const { nonce = '', username = '', response = '' } = params
    const [issuedAt = ''] = nonce.split('.', 1)
    if (!isSame(nonce, this.#nonce(issuedAt, place))) return { is: 'forged' }
    if (performance.now() - Number(issuedAt) > NONCE_LIVES_MS) return { is: 'stale' }
    const algorithm = (params.algorithm ?? 'MD5').toLowerCase()
    if (!isKnown(algorithm)) return { is: 'wrong_password' }
    const account = await this.#phoneDirectory.account(username)
    const password = account?.password ?? crypto.randomUUID()
    const wanted = expected({ ...params, username, realm: this.#realm, nonce }, { algorithm, method, password })
    return account && isSame(response.toLowerCase(), wanted) ? { is: 'account', account } : { is: 'wrong_password' }
  }

  /** Contains the time and the socket of its issue, signed with a secret, so that it cannot be forged. */
  #nonce(issuedAt: string, place: string): string {
    return `${issuedAt}.${crypto.createHmac('sha256', this.#secret).update(`${issuedAt}|${place}`).digest('hex').slice(0, 32)}`
  }
}

function expected(
  params: Record<string, string>,
  { algorithm, method, password }: { algorithm: Algorithm; method: string; password: string },
): string {
  const hash = (text: string) =>
    crypto
      .createHash(algorithm === 'md5' ? 'md5' : 'sha256')
      .update(text)
      .digest('hex')
  const who = hash(`${params.username}:${params.realm}:${password}`)
  const what = hash(`${method}:${params.uri ?? ''}`)
  const proof = params.qop ? `${params.nonce}:${params.nc ?? ''}:${params.cnonce ?? ''}:${params.qop}` : params.nonce
  return hash(`${who}:${proof}:${what}`)
}

function isKnown(algorithm: string): algorithm is Algorithm {
  return Object.hasOwn(ALGORITHMS, algorithm)
}

function isSame(actual: string, wanted: string): boolean {
  const [a, b] = [Buffer.from(actual), Buffer.from(wanted)]
  return a.length === b.length && crypto.timingSafeEqual(a, b)
}

function readDigest(header: string): Record<string, string> {
  const params: Record<string, string> = {}
  for (const [, name = '', quoted, bare] of header
    .replace(/^Digest\s/i, '')
    .matchAll(/(?<![\w-])([\w-]{1,32})\s{0,4}=\s{0,4}(?:"([^"]*)(?:"|$)|([^\s,"]+))/g)) {
    params[name.toLowerCase()] = quoted ?? bare ?? ''
  }
  return params
}
