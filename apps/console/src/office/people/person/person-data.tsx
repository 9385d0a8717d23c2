import type { Person } from '@dispecerat/contract/office/people'
import { listPeople } from '@dispecerat/contract/office/people'
import { erasePersonalData, listErasures } from '@dispecerat/contract/office/personal-data'
import { Button, Checkbox, Group, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { Suspense, useRef, useState } from 'react'
import { ApiError } from '../../../api/api-error.ts'
import { download } from '../../../api/download.ts'
import { invalidate } from '../../../api/endpoint-query.ts'
import { request } from '../../../api/request.ts'
import { useAction } from '../../../api/use-action.ts'
import { EditSection } from '../../../shared/edit-page/edit-page.tsx'
import { toast } from '../../../ui/dialogs/toast.ts'
import { later } from '../../../ui/later.ts'
import { saveFile } from '../../../ui/save-file.ts'
import { personalDataMessages as messages } from '../personal-data-messages.ts'

const ErasureRun = later(() => import('../erasure-run.tsx').then((m) => m.ErasureRunOfClient))

/** Export and erasure of a client's personal data (GDPR). */
export function PersonData({ person }: { person: Pick<Person, 'id'> }) {
  const [isErasing, setIsErasing] = useState(false)
  const { erase, leave } = useErasure(person, () => setIsErasing(false))
  const fetchFile = useAction((format: 'json' | 'pdf') =>
    download(`/api/clients/${person.id}/personal-data`, {
      signal: AbortSignal.timeout(60_000),
      onBytes: () => undefined,
      body: { format },
    }).then((file) => saveFile(file, `date-personale-${person.id}.${format}`)),
  )
  return (
    <EditSection title={messages.title}>
      <div className="wide">
        <p>{messages.hint}</p>
        <Group gap="sm" mt="xs">
          <Button size="compact-sm" variant="default" onClick={() => void fetchFile.run('pdf')}>
            {messages.pdf}
          </Button>
          <Button size="compact-sm" variant="default" onClick={() => void fetchFile.run('json')}>
            {messages.json}
          </Button>
          {isErasing ? null : (
            <Button size="compact-sm" variant="default" onClick={() => setIsErasing(true)}>
              {messages.erase}
            </Button>
          )}
        </Group>
        {isErasing ? <Erase erase={erase} onGiveUp={() => setIsErasing(false)} /> : null}
        <Suspense>
          <ErasureRun clientId={person.id} isErasing={erase.busy} onErased={() => leave(messages.gone)} />
        </Suspense>
      </div>
    </EditSection>
  )
}

/** Runs the erasure and navigates to the list once the client is gone. */
function useErasure(person: Pick<Person, 'id'>, onGoesOn: () => void) {
  const isGone = useRef(false)
  const navigate = useNavigate()
  const cache = useQueryClient()
  const leave = (message: string) => {
    if (isGone.current) return
    isGone.current = true
    toast.good(message, { ms: 6000 })
    void invalidate(cache, listPeople, listErasures)
    void navigate({ to: '/users/$type', params: { type: 'client' }, search: {}, replace: true })
  }
  const erase = useAction(
    (why: string, key) =>
      request(erasePersonalData, { params: { id: person.id }, body: why === '' ? {} : { reason: why } }, { key }),
    {
      done: ({ data }) => {
        const message = messages.erased(data.removed.orders)
        leave(data.is_whole ? message : `${message}. ${messages.partly}`)
      },
      failed: (error) => {
        void invalidate(cache, listErasures)
        const goesOn = error instanceof ApiError && error.code === 'erasure.running'
        if (!goesOn) return false
        toast.info(error.message, { ms: 6000 })
        onGoesOn()
        return true
      },
    },
  )
  return { erase, leave }
}

interface EraseProps {
  erase: ReturnType<typeof useErasure>['erase']
  onGiveUp: () => void
}

function Erase({ erase, onGiveUp }: EraseProps) {
  const [reason, setReason] = useState('')
  const [isConfirmed, setIsConfirmed] = useState(false)
  const why = isConfirmed ? undefined : messages.forever
  return (
    <div className="person-erase">
      <p>{messages.what}</p>
      <TextInput
        size="sm"
        label={messages.reason}
        maxLength={500}
        value={reason}
        onChange={(event) => setReason(event.currentTarget.value)}
      />
      <Checkbox
        size="sm"
        label={messages.forever}
        checked={isConfirmed}
        onChange={(event) => setIsConfirmed(event.currentTarget.checked)}
      />
      <Group gap="sm">
        <Button
          size="compact-md"
          color="red"
          disabled={!isConfirmed || erase.busy}
          title={why}
          aria-description={why}
          onClick={() => void erase.run(reason.trim())}
        >
          {messages.erase}
        </Button>
        <Button size="compact-md" variant="default" onClick={onGiveUp}>
          {messages.giveUp}
        </Button>
      </Group>
    </div>
  )
}
