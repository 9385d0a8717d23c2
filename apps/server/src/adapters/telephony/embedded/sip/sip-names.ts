/** Names and addresses in SIP headers. Parsed by hand-written scans, because hostile input can make a regular expression slow. */

export interface NameAddr {
  display: string
  uri: string
  params: Record<string, string>
}

/** Splits at `mark` outside of "quotes" and <brackets>. */
function cutOutside(value: string, mark: string): string[] {
  const parts: string[] = []
  let depth = 0
  let isQuoted = false
  let start = 0
  for (let at = 0; at < value.length; at++) {
    const sign = value[at]
    if (isQuoted) {
      if (sign === '\\') at += 1
      else if (sign === '"') isQuoted = false
    } else if (sign === '"') isQuoted = true
    else if (sign === '<') depth += 1
    else if (sign === '>') depth -= 1
    else if (sign === mark && depth === 0) {
      parts.push(value.slice(start, at).trim())
      start = at + 1
    }
  }
  return [...parts, value.slice(start).trim()]
}

export function splitList(value: string): string[] {
  return cutOutside(value, ',').filter((part) => part !== '')
}

/** Splits `"Ana" <sip:7@x>;tag=1`; a bare address has its parameters after the first semicolon. */
export function nameAddr(value: string): NameAddr {
  const [name = '', ...rest] = cutOutside(value, ';')
  const open = name.lastIndexOf('<')
  const close = name.indexOf('>', open)
  const params: Record<string, string> = {}
  for (const part of rest) {
    const [key = '', raw = ''] = cutOnce(part, '=')
    params[key.trim().toLowerCase()] = unquoted(raw.trim())
  }
  if (open < 0 || close < 0) return { display: '', uri: name, params }
  return { display: unquoted(name.slice(0, open).trim()), uri: name.slice(open + 1, close).trim(), params }
}

/** The user and host of a sip: address; null for another address. */
export function sipUri(uri: string): { user: string; host: string } | null {
  const scheme = /^sips?:/i.exec(uri)?.[0]
  if (!scheme) return null
  const [address = ''] = uri.slice(scheme.length).split(/[;?]/, 1)
  const at = address.lastIndexOf('@')
  const user = at < 0 ? '' : (address.slice(0, at).split(':', 1)[0] ?? '')
  try {
    return { user: decodeURIComponent(user), host: address.slice(at + 1).toLowerCase() }
  } catch {
    return null
  }
}

/** The user in a From, To or Contact header; '' when there is none. */
export function userOf(header: string | undefined): string {
  return header === undefined ? '' : (sipUri(nameAddr(header).uri)?.user ?? '')
}

export function tagOf(header: string | undefined): string | undefined {
  return header === undefined ? undefined : nameAddr(header).params.tag || undefined
}

export function branchOf(via: string | undefined): string | undefined {
  return via === undefined ? undefined : nameAddr(via).params.branch || undefined
}

/** Identifies a page: parameters of its Contact may differ between its requests. */
export function pageOf(contact: string): string {
  const name = sipUri(nameAddr(contact).uri)
  return name ? `${name.user}@${name.host}` : contact
}

function cutOnce(text: string, mark: string): [string, string] {
  const at = text.indexOf(mark)
  return at < 0 ? [text, ''] : [text.slice(0, at), text.slice(at + 1)]
}

function unquoted(text: string): string {
  return text.startsWith('"') && text.endsWith('"') && text.length > 1
    ? text.slice(1, -1).replace(/\\(.)/g, '$1')
    : text
}
