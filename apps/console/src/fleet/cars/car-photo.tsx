import { type Car, deleteCarPhoto, readCar, readCarPhoto, saveCarPhoto } from '@dispecerat/contract/fleet/cars'
import { listChanges } from '@dispecerat/contract/office/changes'
import { useQueryClient } from '@tanstack/react-query'
import { endpointKey, invalidate } from '../../api/endpoint-query.ts'
import { request, requestFile } from '../../api/request.ts'
import { useAction } from '../../api/use-action.ts'
import { carMessages as messages } from '../../shared/drivers/car-messages.ts'
import { CachedPicture } from '../../shared/pictures/cached-picture.tsx'
import { photoMessages } from '../../shared/pictures/photo-messages.ts'
import { PictureField } from '../../shared/pictures/picture-field.tsx'
import { fileAsBase64 } from '../../ui/fields/file-as-base64.ts'

export function CarPhoto({ car }: { car: Car }) {
  const { id, photo_url: address } = car
  const params = { id }
  const cache = useQueryClient()
  const done = (reply: { data: Car }) => {
    cache.setQueryData(endpointKey(readCar, { params: { id } }), reply)
    /* Replies may arrive out of order, so the cached one is refetched. */
    void invalidate(cache, [readCar, { params: { id } }], [listChanges, { query: { entity: 'car', entity_id: id } }])
  }
  const save = useAction(
    async (file: File, key) => request(saveCarPhoto, { params, body: { photo: await fileAsBase64(file) } }, { key }),
    { done },
  )
  const drop = useAction((_: null, key) => request(deleteCarPhoto, { params }, { key }), { done })
  const read = (signal: AbortSignal) => requestFile(readCarPhoto, { params }, signal)
  return (
    <PictureField
      title={photoMessages.title}
      messages={photoMessages}
      {...photoMessages.files}
      picture={address ? <CachedPicture address={address} read={read} alt={messages.photoAlt(car.indicativ)} /> : null}
      onChoose={(file) => void save.run(file)}
      onDrop={() => void drop.run(null)}
      isSaving={save.busy}
      isDropping={drop.busy}
    />
  )
}
