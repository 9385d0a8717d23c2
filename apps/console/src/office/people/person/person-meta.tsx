import { readUserMeta, type UserMeta, writeUserMeta } from '@dispecerat/contract/identity/accounts'
import { Button, Checkbox, Group, Skeleton, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ApiError } from '../../../api/api-error.ts'
import { endpointKey, invalidate, useEndpointQuery } from '../../../api/endpoint-query.ts'
import { type FieldErrors, fieldErrors } from '../../../api/field-errors.ts'
import { request } from '../../../api/request.ts'
import { useAction } from '../../../api/use-action.ts'
import { editMessages } from '../../../shared/edit-page/edit-messages.ts'
import { EditSection } from '../../../shared/edit-page/edit-page.tsx'
import { toast } from '../../../ui/dialogs/toast.ts'
import { useLeaveGuard } from '../../../ui/dialogs/use-leave-guard.ts'
import { FactList } from '../../../ui/fact-list.tsx'
import { LoadFailed } from '../../../ui/load-failed.tsx'
import { metaMessages as messages } from '../meta-messages.ts'
import { inputOf, type Line, lineOf, linesOver } from './meta-lines.ts'

interface Props {
  userId: number
  mayWrite: boolean
  /** Called after a save. */
  onChange: () => void
}

/** Properties that programs store with a person: read by dispatchers, written by administrators of the person. */
export function PersonMeta({ userId, mayWrite, onChange }: Props) {
  const { data, isError, refetch } = useEndpointQuery(readUserMeta, { params: { id: userId } })
  return (
    <EditSection title={messages.title} note={<p className="small dim">{messages.hint}</p>}>
      <div className="wide">
        {isError && !data ? <LoadFailed onRetry={() => void refetch()} /> : null}
        {!data && !isError ? <Skeleton height={60} /> : null}
        {data && !mayWrite ? <Read meta={data} /> : null}
        {data && mayWrite ? <Write userId={userId} meta={data} onChange={onChange} /> : null}
      </div>
    </EditSection>
  )
}

function Read({ meta: { data } }: { meta: UserMeta }) {
  if (data.length === 0) return <p className="dim">{messages.none}</p>
  return <FactList facts={data.map(({ key, value }) => [key, value] as const)} />
}

function Write({ userId, meta, onChange }: { userId: number; meta: UserMeta; onChange: () => void }) {
  const cache = useQueryClient()
  const loaded = meta.data.map(lineOf)
  const [shown, setShown] = useState({ meta, before: loaded as readonly Line[] })
  const [lines, setLines] = useState<readonly Line[]>(loaded)
  if (shown.meta !== meta) {
    setLines(linesOver(shown.before, lines, loaded))
    setShown({ meta, before: loaded })
  }
  const [errors, setErrors] = useState<FieldErrors>({})
  const isDirty = JSON.stringify(lines) !== JSON.stringify(loaded)
  const save = useAction(
    (wanted: readonly Line[], key) =>
      request(
        writeUserMeta,
        { params: { id: userId }, body: { data: wanted.map(inputOf) } },
        { key, version: meta.version },
      ),
    {
      done: (fresh, sent) => {
        toast.good(messages.saved)
        /* Saved lines become the server's; later changes stay. */
        setShown((now) => ({ ...now, before: sent }))
        cache.setQueryData(endpointKey(readUserMeta, { params: { id: userId } }), fresh)
        onChange()
      },
      failed: (error) => {
        if (!(error instanceof ApiError)) return false
        const refused = fieldErrors(error)
        setErrors(refused)
        if (error.code === 'user.changed_meanwhile') void invalidate(cache, [readUserMeta, { params: { id: userId } }])
        return Object.keys(refused).length > 0
      },
    },
  )
  useLeaveGuard(isDirty && !save.busy, editMessages.leave)
  const change = (place: number, part: Partial<Line>) => {
    setErrors({})
    setLines(lines.map((line, at) => (at === place ? { ...line, ...part } : line)))
  }
  return (
    <>
      {lines.length === 0 ? <p className="dim">{messages.none}</p> : null}
      <ul className="meta-lines">
        {lines.map((line, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a line is its place; its name is being typed
          <li key={place}>
            <MetaLine
              line={line}
              n={place + 1}
              keyError={errors[`data.${place}.key`]}
              valueError={errors[`data.${place}.value`]}
              onChange={(part) => change(place, part)}
              onRemove={() => setLines(lines.filter((_, at) => at !== place))}
            />
          </li>
        ))}
      </ul>
      <Group mt="xs" gap="sm">
        <Button
          size="compact-sm"
          variant="default"
          onClick={() => setLines([...lines, { key: '', value: '', isSecret: false, isKept: false }])}
        >
          {messages.add}
        </Button>
        {isDirty ? (
          <>
            <Button size="compact-sm" disabled={save.busy} onClick={() => void save.run(lines)}>
              {messages.save}
            </Button>
            <Button size="compact-sm" variant="default" disabled={save.busy} onClick={() => setLines(loaded)}>
              {messages.discard}
            </Button>
          </>
        ) : null}
      </Group>
    </>
  )
}

interface LineProps {
  line: Line
  n: number
  keyError: string | undefined
  valueError: string | undefined
  onChange: (part: Partial<Line>) => void
  onRemove: () => void
}

function MetaLine({ line, n, keyError, valueError, onChange, onRemove }: LineProps) {
  return (
    <Group gap="xs" align="flex-start" wrap="wrap">
      <TextInput
        size="sm"
        aria-label={messages.keyOf(n)}
        placeholder={messages.key}
        value={line.key}
        error={keyError}
        onChange={(event) => onChange({ key: event.currentTarget.value, isKept: false })}
      />
      <TextInput
        size="sm"
        className="meta-value"
        aria-label={messages.valueOf(n)}
        placeholder={line.isKept ? messages.kept : messages.value}
        autoComplete="off"
        value={line.value}
        error={valueError}
        onChange={(event) => onChange({ value: event.currentTarget.value })}
      />
      <Checkbox
        mt={6}
        label={messages.secret}
        aria-label={messages.secretOf(n)}
        checked={line.isSecret}
        onChange={(event) => onChange({ isSecret: event.currentTarget.checked })}
      />
      <Button size="compact-sm" mt={4} variant="default" aria-label={messages.removeOf(n)} onClick={onRemove}>
        {messages.remove}
      </Button>
    </Group>
  )
}
