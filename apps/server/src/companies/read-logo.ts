import { MAX_LOGO_BYTES } from '@dispecerat/contract/companies'
import { FieldErrors } from '@dispecerat/domain/errors'
import { photoTypeOf } from '@dispecerat/domain/goods'
import { withoutMetadata } from '@dispecerat/domain/photo-metadata'
import { cleanSvg } from './clean-svg.ts'
import type { Logo } from './company-profile.store.ts'

/** A comment ends at its first end: one that may end later too is tried in every way by a hostile picture. */
const BEGINS_AS_SVG = /^(?:\s|<\?xml[^>]*>|<!--(?:(?!-->)[\s\S])*-->|<!DOCTYPE[^>[]*>)*<svg[\s>]/i

/** What it is shows from its bytes, whatever it was called. FieldErrors on `logo` when it is none of the three, or too large. */
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
