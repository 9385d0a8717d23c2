import { type Car, deleteCarPhoto, readCarPhoto, saveCarPhoto } from '@dispecerat/contract/cars'
import { Button, FileButton } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'
import { call, callForFile } from '../../api/call.ts'
import { useAction } from '../../api/use-action.ts'
import { EditSection } from '../../parts/edit-page/edit-page.tsx'
import { carWords as words } from '../../text/car-words.ts'
import { fileAsBase64 } from '../../ui/file-as-base64.ts'
import { toast } from '../../ui/toast.ts'

const MOST_BYTES = 2 ** 20

/** The car's photo; the server looks at its bytes, not at its name. */
export function CarPhoto({ car }: { car: Car }) {
  const { id, photo_url: address } = car
  const cache = useQueryClient()
  const done = (reply: { data: Car }) => {
    cache.setQueryData(['car', id], reply)
    void cache.invalidateQueries({ queryKey: ['changes', 'car', id] })
  }
  const save = useAction(
    async (file: File, key) =>
      call(saveCarPhoto, { params: { id }, body: { photo: await fileAsBase64(file) } }, { key }),
    { done },
  )
  const drop = useAction((_: null, key) => call(deleteCarPhoto, { params: { id } }, { key }), { done })
  const choose = (file: File | null) => {
    if (file && file.size > MOST_BYTES) toast.bad(words.photoTooLarge)
    else if (file) void save.run(file)
  }
  return (
    <EditSection title={words.sections.photo}>
      <div className="car-photo wide">
        {address ? <Photo car={car} address={address} /> : <p className="dim">{words.noPhoto}</p>}
      </div>
      <div className="car-photo-acts wide">
        <FileButton onChange={choose} accept="image/png,image/jpeg">
          {(props) => (
            <Button {...props} size="compact-sm" variant="default" disabled={save.busy}>
              {words.choosePhoto}
            </Button>
          )}
        </FileButton>
        {address ? (
          <Button size="compact-sm" variant="default" disabled={drop.busy} onClick={() => void drop.run(null)}>
            {words.dropPhoto}
          </Button>
        ) : null}
        <span className="small dim">{words.photoHint}</span>
      </div>
    </EditSection>
  )
}

function Photo({ car, address }: { car: Car; address: string }) {
  const { data } = useQuery({
    queryKey: ['car-photo', address],
    queryFn: ({ signal }) => callForFile(readCarPhoto, { params: { id: car.id } }, signal),
    staleTime: Number.POSITIVE_INFINITY,
  })
  const source = useMemo(() => (data ? URL.createObjectURL(data) : null), [data])
  useEffect(() => () => (source ? URL.revokeObjectURL(source) : undefined), [source])
  return source ? <img src={source} alt={words.photoAlt(car.indicativ)} /> : null
}
