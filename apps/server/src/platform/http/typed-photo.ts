import { MAX_PHOTO_BYTES } from '@dispecerat/contract/kernel/photo'
import { FieldErrors } from '@dispecerat/domain/kernel/errors'
import { type PhotoType, photoTypeOf, withoutMetadata } from '@dispecerat/domain/kernel/photo'

export interface TypedPhoto {
  contentType: PhotoType
  bytes: Buffer
}

/**
 * Decodes a base64 photo and removes its metadata. The type comes from the bytes, whatever the file name says. Throws FieldErrors at
 * `field`.
 */
export function typedPhoto(base64: string, field: string): TypedPhoto {
  const bytes = Buffer.from(base64, 'base64')
  const contentType = photoTypeOf(bytes)
  if (contentType === null) throw new FieldErrors({ [field]: ['Fotografia trebuie să fie JPEG sau PNG'] })
  if (bytes.length > MAX_PHOTO_BYTES) throw new FieldErrors({ [field]: ['Fotografia poate avea cel mult 1 MiB'] })
  return { contentType, bytes: Buffer.from(withoutMetadata(bytes)) }
}
