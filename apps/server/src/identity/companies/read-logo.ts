import { MAX_LOGO_BYTES } from '@dispecerat/contract/identity/companies'
import { FieldErrors } from '@dispecerat/domain/kernel/errors'
import { photoTypeOf, withoutMetadata } from '@dispecerat/domain/kernel/photo'
import { cleanSvg } from './clean-svg.ts'
import type { Logo } from './company-profile.store.ts'

/** A comment ends at its first `-->`; a pattern that lets it end later too backtracks exponentially on a hostile picture. */
const BEGINS_AS_SVG = /^(?:\s|<\?xml[^>]*>|<!--(?:(?!-->)[\s\S])*-->|<!DOCTYPE[^>[]*>)*<svg[\s>]/i

/**
 * Determines the type from the bytes, whatever the file name says. FieldErrors on `logo` when it has none of the three types, or is too
 * large.
 */
export function readLogo(base64: string): Logo {
  const bytes = Buffer.from(base64, 'base64')
  if (bytes.length > MAX_LOGO_BYTES) throw new FieldErrors({ logo: ['Imaginea poate avea cel mult 1 MiB'] })
  const photo = photoTypeOf(bytes)
  if (photo) return { contentType: photo, bytes: Buffer.from(withoutMetadata(bytes)) }
  const text = bytes.toString('utf8')
  const svg = BEGINS_AS_SVG.test(text) ? cleanSvg(text) : ''
  if (!/^<svg[\s>]/.test(svg)) throw new FieldErrors({ logo: ['Imaginea trebuie să fie PNG, JPEG sau SVG'] })
  return { contentType: 'image/svg+xml', bytes: Buffer.from(svg, 'utf8') }
}
