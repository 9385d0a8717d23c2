import type { Person } from '@dispecerat/contract/office/people'
import { deleteUserPhoto, readUserPhoto, saveUserPhoto } from '@dispecerat/contract/office/user-photos'
import { request, requestFile } from '../../../api/request.ts'
import { useAction } from '../../../api/use-action.ts'
import { EditSection } from '../../../shared/edit-page/edit-page.tsx'
import { CachedPicture } from '../../../shared/pictures/cached-picture.tsx'
import { photoMessages } from '../../../shared/pictures/photo-messages.ts'
import { PictureField } from '../../../shared/pictures/picture-field.tsx'
import { fileAsBase64 } from '../../../ui/fields/file-as-base64.ts'

interface Props {
  person: Person
  onSaved: (fresh: { data: Person }) => void
}

/** The photo of a user; users who may not change it only see it. */
export function PersonPhoto({ person, onSaved }: Props) {
  const { photo_url: address } = person
  const params = { id: person.id }
  const name = person.name ?? person.email ?? `#${person.id}`
  const save = useAction(
    async (file: File, key) => request(saveUserPhoto, { params, body: { photo: await fileAsBase64(file) } }, { key }),
    { done: onSaved },
  )
  const drop = useAction((_: null, key) => request(deleteUserPhoto, { params }, { key }), { done: onSaved })
  const read = (signal: AbortSignal) => requestFile(readUserPhoto, { params }, signal)
  const picture = address ? <CachedPicture address={address} read={read} alt={photoMessages.ofPerson(name)} /> : null
  if (!person.may.administer) {
    return picture ? (
      <EditSection title={photoMessages.title}>
        <div className="picture-field wide">{picture}</div>
      </EditSection>
    ) : null
  }
  return (
    <PictureField
      title={photoMessages.title}
      messages={photoMessages}
      {...photoMessages.files}
      picture={picture}
      onChoose={(file) => void save.run(file)}
      onDrop={() => void drop.run(null)}
      isSaving={save.busy}
      isDropping={drop.busy}
    />
  )
}
