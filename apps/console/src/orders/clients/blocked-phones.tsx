import type { ReplyOf } from '@dispecerat/contract/kernel/endpoint'
import type { listBlockedPhones } from '@dispecerat/contract/orders/company-dispatch'
import { normalizePhone, prettyPhone } from '@dispecerat/domain/kernel/phone'
import { ActionIcon, Modal, Skeleton, Table, TextInput } from '@mantine/core'
import { IconSearch, IconTrash } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import { useUser } from '../../api/session.ts'
import { dayAndTime, shownTime } from '../../text/format.ts'
import { ro } from '../../text/ro.ts'
import { useFocusReturn } from '../../ui/dialogs/use-focus-return.ts'
import { LoadFailed } from '../../ui/load-failed.tsx'
import { BlockPhoneForm } from './block-phone-form.tsx'
import { blockedMessages as messages } from './blocked-messages.ts'
import './blocked-phones.css'
import { useBlockedPhones } from './use-blocked-phones.ts'

type Blocked = ReplyOf<typeof listBlockedPhones>['data'][number]

/** More rows are not readable; the search finds the others. */
const MAX_ROWS = 100

/** The blocked phone numbers with reason and date, and the form that adds one. */
export function BlockedPhones({ onClose }: { onClose: () => void }) {
  useFocusReturn()
  const mayEdit = useUser().permissions.includes('blocked_phones.edit')
  return (
    <Modal
      opened
      onClose={onClose}
      title={messages.title}
      size="lg"
      transitionProps={{ duration: 0 }}
      closeButtonProps={{ 'aria-label': ro.close }}
    >
      {mayEdit ? (
        <>
          <BlockPhoneForm />
          <BlockedList />
        </>
      ) : (
        <p role="alert">{messages.forbidden}</p>
      )}
    </Modal>
  )
}

function BlockedList() {
  const { list, remove } = useBlockedPhones()
  const [sought, setSought] = useState('')
  const rows = matching(list.data?.data ?? [], sought)
  const search = useRef<HTMLInputElement>(null)
  if (list.isError && !list.data) return <LoadFailed onRetry={() => void list.refetch()} />
  if (!list.data) return <Skeleton height={160} mt={14} />
  return (
    <section className="blocked-list" aria-label={messages.title}>
      <TextInput
        ref={search}
        aria-label={messages.search}
        placeholder={messages.search}
        leftSection={<IconSearch size={14} />}
        value={sought}
        onChange={(event) => setSought(event.currentTarget.value)}
      />
      {list.data.data.length === 0 ? <p className="blocked-empty dim">{ro.nothing}</p> : null}
      {list.data.data.length > 0 && rows.length === 0 ? <p className="blocked-empty dim">{messages.noMatch}</p> : null}
      {rows.length > 0 ? (
        <BlockedTable
          rows={rows.slice(0, MAX_ROWS)}
          onRemove={(id) => {
            /* The pressed button is removed with its row. */
            search.current?.focus()
            void remove.run(id)
          }}
        />
      ) : null}
      {rows.length > MAX_ROWS ? <p className="small dim">{messages.more(rows.length - MAX_ROWS)}</p> : null}
    </section>
  )
}

function BlockedTable({ rows, onRemove }: { rows: readonly Blocked[]; onRemove: (id: number) => void }) {
  return (
    <Table verticalSpacing={3} layout="fixed">
      <Table.Thead>
        <Table.Tr>
          <Table.Th w={140}>{messages.phone}</Table.Th>
          <Table.Th>{messages.reason}</Table.Th>
          <Table.Th w={140}>{messages.date}</Table.Th>
          <Table.Th w={70}>{messages.delete}</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {rows.map(({ id, phone, reason, created_at }) => (
          <Table.Tr key={id}>
            <Table.Td className="digits">{prettyPhone(phone)}</Table.Td>
            <Table.Td className="blocked-reason">{reason}</Table.Td>
            <Table.Td className="digits">{shownTime(created_at, dayAndTime)}</Table.Td>
            <Table.Td>
              <ActionIcon
                variant="subtle"
                color="gray"
                size={24}
                aria-label={messages.deleteThis(prettyPhone(phone))}
                onClick={() => onRemove(id)}
              >
                <IconTrash size={15} />
              </ActionIcon>
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  )
}

/** Finds a number in any spelling, and a reason without its diacritics. */
function matching(blocked: readonly Blocked[], sought: string): readonly Blocked[] {
  const text = folded(sought.trim())
  if (text === '') return blocked
  const digits = /^[+\d\s().\-/]+$/.test(text) ? text.replace(/\D/g, '') : ''
  const whole = normalizePhone(sought.trim())
  return blocked.filter(
    ({ phone, reason }) =>
      (digits !== '' && (phone.includes(digits) || phone === whole || `0${phone.slice(3)}`.includes(digits))) ||
      folded(reason).includes(text),
  )
}

function folded(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
}
