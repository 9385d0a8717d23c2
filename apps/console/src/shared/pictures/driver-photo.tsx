import { readUserPhoto } from '@dispecerat/contract/office/user-photos'
import type { DriverDetails } from '@dispecerat/contract/orders/company-dispatch'
import { requestFile } from '../../api/request.ts'
import { CachedPicture } from './cached-picture.tsx'
import { photoMessages } from './photo-messages.ts'

/** The driver's photo, so that the dispatcher can describe them to the client; nothing without one. */
export function DriverPhoto({ driver, name }: { driver: Pick<DriverDetails, 'id' | 'photo_url'>; name: string }) {
  const { id, photo_url: address } = driver
  if (address === null) return null
  return (
    <div className="driver-card-photo">
      <CachedPicture
        address={address}
        read={(signal) => requestFile(readUserPhoto, { params: { id } }, signal)}
        alt={photoMessages.ofPerson(name)}
      />
    </div>
  )
}
