import { z } from 'zod'
import { endpoint } from '../kernel/endpoint.ts'
import { ByUserId } from '../kernel/ids.ts'
import { MAX_BODY_WITH_PHOTO_BYTES, PhotoIn } from '../kernel/photo.ts'
import { one } from '../kernel/wire.ts'
import { Person } from './people.ts'

const area = 'users'
const Picture = z.any().meta({ description: 'image/jpeg or image/png' })

/** URL of a person's photo. Browsers cache it by URL, so a new photo has a new one. */
export function userPhotoUrl(userId: number, changedAt: Date | null): string | null {
  return changedAt && `/api/users/${userId}/photo?at=${changedAt.getTime()}`
}

/** The same for the user's own photo, because they may have no access to lists of people. */
export function ownPhotoUrl(changedAt: Date | null): string | null {
  return changedAt && `/api/account/photo?at=${changedAt.getTime()}`
}

export const readUserPhoto = endpoint({
  method: 'GET',
  path: '/api/users/:id/photo',
  does: 'The photo of somebody of my companies.',
  area,
  may: 'users.read',
  params: ByUserId,
  reply: Picture,
  errors: ['user.unknown', 'user.no_photo'],
})

export const saveUserPhoto = endpoint({
  method: 'POST',
  path: '/api/users/:id/photo',
  does: 'Keeps a photo of somebody who works with us, in place of the one before.',
  area,
  may: 'users.administer',
  params: ByUserId,
  body: z.object({ photo: PhotoIn }),
  bodyBytes: MAX_BODY_WITH_PHOTO_BYTES,
  reply: one(Person),
  errors: ['user.unknown', 'user.not_yours_to_edit'],
})

export const deleteUserPhoto = endpoint({
  method: 'DELETE',
  path: '/api/users/:id/photo',
  does: 'The person has no photo any more.',
  area,
  may: 'users.administer',
  params: ByUserId,
  reply: one(Person),
  errors: ['user.unknown', 'user.not_yours_to_edit', 'user.no_photo'],
})

export const readOwnPhoto = endpoint({
  method: 'GET',
  path: '/api/account/photo',
  does: 'My own photo, as my company keeps it.',
  area: 'accounts',
  may: 'session.own',
  reply: Picture,
  errors: ['user.no_photo'],
})
