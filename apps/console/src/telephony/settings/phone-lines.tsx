import {
  createPhoneLine,
  deletePhoneLine,
  listRequestedLines,
  type PhoneLine,
  readOutgoing,
  readTelephone,
  renamePhoneLine,
} from '@dispecerat/contract/telephony/telephone-admin'
import { prettyPhone } from '@dispecerat/domain/kernel/phone'
import { Button, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { invalidate } from '../../api/endpoint-query.ts'
import { request } from '../../api/request.ts'
import { useUser } from '../../api/session.ts'
import { useAction } from '../../api/use-action.ts'
import { useForm } from '../../shared/form/use-form.ts'
import { telephoneMessages } from '../../shared/settings-page/telephone-messages.ts'
import { confirm } from '../../ui/dialogs/confirm.tsx'
import { toast } from '../../ui/dialogs/toast.ts'
import { offerUndo } from '../../ui/dialogs/undo-toast.tsx'
import { outgoingMessages } from './outgoing-messages.ts'
import { TelephoneTable } from './telephone-table.tsx'

const messages = telephoneMessages.lines
const grantMessages = outgoingMessages.lines
const UNDO_MS = 6_000

interface Input {
  company_id: number
  number: string
  name: string
}

/** The phone numbers whose calls go to the company. */
export function PhoneLines({ lines, companyId }: { lines: readonly PhoneLine[]; companyId: number }) {
  const cache = useQueryClient()
  const again = () => void invalidate(cache, readTelephone, listRequestedLines, readOutgoing)
  const mayGrant = useUser().permissions.includes('telephone.grant')
  const needsGrant = (line: PhoneLine) => line.verified_at !== null && !mayGrant
  const restore = useAction((body: Input, key) => request(createPhoneLine, { body }, { key }), {
    done: () => {
      toast.good(messages.restored)
      again()
    },
  })
  const remove = useAction((line: PhoneLine, key) => request(deletePhoneLine, { params: { id: line.id } }, { key }), {
    done: (_, line) => {
      const { number, name, company_id } = line
      again()
      /* A line granted by the platform cannot be restored by the company. */
      if (needsGrant(line)) return void toast.good(messages.removed)
      const undo = () => void restore.run({ company_id, number, name })
      offerUndo({ text: messages.removed, label: messages.undo, ms: UNDO_MS, undo })
    },
  })
  return (
    <TelephoneTable
      messages={messages}
      heads={[messages.number, messages.name, grantMessages.state, messages.actions]}
      isEmpty={lines.length === 0}
      rows={lines.map((line) => (
        <tr key={line.id}>
          <td className="digits">{prettyPhone(line.number)}</td>
          <td>
            <LineName key={line.name} line={line} onRenamed={again} />
          </td>
          <td>
            <span className={line.verified_at ? 'tag tag-good' : 'dim'}>
              <span aria-hidden>{line.verified_at ? '●' : '○'}</span>{' '}
              {line.verified_at ? grantMessages.granted : grantMessages.asked}
            </span>
          </td>
          <td>
            <Button
              size="compact-xs"
              variant="default"
              color="red"
              aria-label={messages.of(messages.remove, prettyPhone(line.number))}
              onClick={() => {
                if (!needsGrant(line)) return void remove.run(line)
                const text = grantMessages.confirmRemoval(prettyPhone(line.number))
                confirm({ text, yes: messages.remove, danger: true, onYes: () => void remove.run(line) })
              }}
            >
              {messages.remove}
            </Button>
          </td>
        </tr>
      ))}
    >
      <NewLine companyId={companyId} onAdded={again} />
    </TelephoneTable>
  )
}

/** The name, editable in place; Enter or leaving the field saves it. */
function LineName({ line, onRenamed }: { line: PhoneLine; onRenamed: () => void }) {
  const [name, setName] = useState(line.name)
  const rename = useAction(
    (typed: string, key) => request(renamePhoneLine, { params: { id: line.id }, body: { name: typed } }, { key }),
    {
      done: () => {
        toast.good(messages.renamed)
        onRenamed()
      },
    },
  )
  const save = () => {
    if (name.trim() !== line.name) void rename.run(name.trim())
  }
  return (
    <TextInput
      size="xs"
      aria-label={messages.nameOf(prettyPhone(line.number))}
      maxLength={60}
      value={name}
      onChange={(event) => setName(event.currentTarget.value)}
      onBlur={save}
      onKeyDown={(event) => {
        if (event.key === 'Enter') event.currentTarget.blur()
        if (event.key === 'Escape') setName(line.name)
      }}
    />
  )
}

function NewLine({ companyId, onAdded }: { companyId: number; onAdded: () => void }) {
  const form = useForm({
    initial: { number: '', name: '' },
    save: ({ number, name }, key) =>
      request(createPhoneLine, { body: { company_id: companyId, number, name: name.trim() } }, { key }),
    done: ({ data }) => {
      form.reset()
      toast.good(data.verified_at ? messages.added : grantMessages.wasAsked)
      onAdded()
    },
  })
  return (
    <form className="line-form" onSubmit={form.submit}>
      <TextInput
        label={messages.number}
        type="tel"
        maxLength={40}
        placeholder="0268 401 402"
        {...form.bind('number')}
      />
      <TextInput label={messages.name} maxLength={60} {...form.bind('name')} />
      <Button type="submit" size="xs" variant="default" loading={form.busy}>
        {messages.add}
      </Button>
    </form>
  )
}
