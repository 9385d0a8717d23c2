import { z } from 'zod'

export const MAX_PHOTO_BYTES = 1024 * 1024
/** Base64 encodes three bytes in four characters. */
const MAX_PHOTO_TEXT = Math.ceil(MAX_PHOTO_BYTES / 3) * 4
/** Body limit of a photo and a few other fields. */
export const MAX_BODY_WITH_PHOTO_BYTES = MAX_PHOTO_TEXT + 64 * 1024

/** A JPEG or PNG in base64; its type is detected from its first bytes, never from a file name. */
export const PhotoIn = z
  .string()
  .max(MAX_PHOTO_TEXT, 'Fotografia poate avea cel mult 1 MiB')
  .regex(/^[A-Za-z0-9+/]+={0,2}$/, 'Fotografia nu este în base64')
