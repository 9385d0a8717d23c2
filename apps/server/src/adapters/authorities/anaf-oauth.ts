import { z } from 'zod'
import type { OauthConfig } from '../../platform/config/config-authorities.ts'
import { AuthorityRefused, type EfacturaOauth, type GrantedTokens, GrantRefused } from './authorities.ts'
import { requestAuthority } from './request-authority.ts'

/** Documented lifetime of an access token, for a response without one. */
const ACCESS_SECONDS = 90 * 86_400
const Token = z.string().regex(/^[\x21-\x7e]{1,8000}$/)
const Answer = z.object({
  access_token: Token,
  refresh_token: Token.optional(),
  expires_in: z.coerce
    .number()
    .int()
    .positive()
    .max(10 * 365 * 86_400)
    .default(ACCESS_SECONDS),
})

/** OAuth 2.0 authorisation code flow of the tax authority: the browser presents the certificate there, this server exchanges the code. */
export function anafOauth({ authorizeUrl, tokenUrl, clientId, clientSecret, redirectUri }: OauthConfig): EfacturaOauth {
  const authorization = `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}`
  const grant = async (fields: Record<string, string>): Promise<GrantedTokens> => {
    const body = new URLSearchParams({ ...fields, token_content_type: 'jwt' })
    const headers = { authorization, 'content-type': 'application/x-www-form-urlencoded', accept: 'application/json' }
    const answer = await requestAuthority(new URL(tokenUrl), { method: 'POST', headers, body }).catch(asGrantRefused)
    const { access_token, refresh_token, expires_in } = Answer.parse(JSON.parse(answer.toString('utf8')))
    return { accessToken: access_token, refreshToken: refresh_token ?? null, expiresInSeconds: expires_in }
  }
  return {
    authorizeUrl(state) {
      const query = { response_type: 'code', client_id: clientId, redirect_uri: redirectUri, state }
      const url = new URL(authorizeUrl)
      for (const [name, value] of Object.entries({ ...query, token_content_type: 'jwt' }))
        url.searchParams.set(name, value)
      return url.toString()
    },
    exchange: (code) => grant({ grant_type: 'authorization_code', code, redirect_uri: redirectUri }),
    refresh: (refreshToken) => grant({ grant_type: 'refresh_token', refresh_token: refreshToken }),
  }
}

/** Status 400 concerns the code or the refresh token (RFC 6749, 5.2); other statuses concern the installation or are temporary. */
function asGrantRefused(error: unknown): never {
  throw error instanceof AuthorityRefused && error.status === 400 ? new GrantRefused(error.message) : error
}
