/**
 * `fetch` to the configured address only. A redirect is an error: following it would send texts, phones and tokens to a host
 * that the operator never named, or turn the server into a proxy to its own network (SSRF).
 */
export function fetchWithoutRedirects(
  url: string | URL,
  init: RequestInit & { signal: AbortSignal },
): Promise<Response> {
  // biome-ignore lint/style/noRestrictedGlobals: the only caller of the platform's fetch
  return fetch(url, { ...init, redirect: 'error' })
}
