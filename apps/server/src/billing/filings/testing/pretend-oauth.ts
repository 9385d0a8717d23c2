import { randomBytes } from 'node:crypto'
import type { AnAuthority, AuthorityReply, Received } from './an-authority.ts'

const CLIENT = { id: 'aplicatia', secret: 'secretul-aplicatiei' }
const ORIGIN = 'https://dispecerat.example'

/**
 * Fake OAuth server of the tax authority: a user with a certificate gets a code, which the registered application exchanges; each code
 * works once.
 */
export class PretendOauth {
  readonly #codes = new Map<string, string>()
  readonly #refreshTokens = new Set<string>()
  readonly #accessTokens = new Set<string>()
  readonly #authority: AnAuthority
  /** Overrides the next replies. */
  fails: AuthorityReply | null = null

  constructor(authority: AnAuthority) {
    this.#authority = authority
    authority.says.set('token', (request) => this.fails ?? this.#grant(request))
  }

  /** Environment of a server that is registered as the application. */
  static env(base: string): Record<string, string> {
    return {
      EFACTURA_URL: `${base}/prod/FCTEL/rest`,
      PUBLIC_ORIGINS: ORIGIN,
      EFACTURA_OAUTH_CLIENT_ID: CLIENT.id,
      EFACTURA_OAUTH_CLIENT_SECRET: CLIENT.secret,
      EFACTURA_OAUTH_AUTHORIZE_URL: `${base}/anaf-oauth2/v1/authorize`,
      EFACTURA_OAUTH_TOKEN_URL: `${base}/anaf-oauth2/v1/token`,
    }
  }

  /** A user opens the address with a certificate; returns the parameters that the browser brings back. */
  authorise(address: string): { state: string; code: string } {
    const { searchParams } = new URL(address)
    const redirectUri = searchParams.get('redirect_uri') ?? ''
    const isRight = searchParams.get('client_id') === CLIENT.id && searchParams.get('response_type') === 'code'
    if (!isRight || redirectUri !== `${ORIGIN}/settings/company`) throw new Error(`not registered: ${address}`)
    const code = randomBytes(8).toString('hex')
    this.#codes.set(code, redirectUri)
    return { state: searchParams.get('state') ?? '', code }
  }

  accepts(request: Pick<Received, 'headers'>): boolean {
    return this.#accessTokens.has(request.headers.authorization?.replace('Bearer ', '') ?? '')
  }

  /** Revokes all rights at the authority. */
  revoke(): void {
    this.#accessTokens.clear()
    this.#refreshTokens.clear()
  }

  /** Access tokens are refused from now on; refresh tokens stay valid. */
  forgetAccess(): void {
    this.#accessTokens.clear()
  }

  asked(): Received[] {
    return this.#authority.asked('token')
  }

  #grant({ method, headers, body }: Received): AuthorityReply {
    const basic = Buffer.from(`${CLIENT.id}:${CLIENT.secret}`).toString('base64')
    if (method !== 'POST' || headers.authorization !== `Basic ${basic}`)
      return { status: 401, body: '{"error":"invalid_client"}' }
    const params = new URLSearchParams(body)
    const isGranted = params.get('grant_type') === 'refresh_token' ? this.#takeRefresh(params) : this.#takeCode(params)
    if (!isGranted) return { status: 400, body: '{"error":"invalid_grant"}' }
    const [access_token, refresh_token] = [aToken('acces'), aToken('reinnoire')]
    this.#accessTokens.add(access_token)
    this.#refreshTokens.add(refresh_token)
    return {
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ access_token, refresh_token, expires_in: 7_776_000, token_type: 'Bearer' }),
    }
  }

  #takeCode(params: URLSearchParams): boolean {
    const code = params.get('code') ?? ''
    const isRight = this.#codes.get(code) === params.get('redirect_uri')
    return this.#codes.delete(code) && isRight
  }

  #takeRefresh(params: URLSearchParams): boolean {
    return this.#refreshTokens.delete(params.get('refresh_token') ?? '')
  }
}

function aToken(kind: string): string {
  return `${kind}-${randomBytes(16).toString('hex')}`
}
