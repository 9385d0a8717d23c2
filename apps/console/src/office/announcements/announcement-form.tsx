import {
  ANNOUNCEMENT_AUDIENCES,
  type Announcement,
  type AnnouncementChange,
  createAnnouncement,
  deleteAnnouncement,
  editAnnouncement,
  listAnnouncements,
  listCurrentAnnouncements,
  restoreAnnouncement,
} from '@dispecerat/contract/office/announcements'
import { toWireTime } from '@dispecerat/domain/kernel/wire-time'
import { Button, Group, Modal, NativeSelect, Stack, Textarea, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { invalidate } from '../../api/endpoint-query.ts'
import { request } from '../../api/request.ts'
import { useAction } from '../../api/use-action.ts'
import { announcementMessages as messages } from '../../shared/announcements/announcement-messages.ts'
import { useMyCompanies } from '../../shared/companies/use-my-companies.ts'
import { EditConflict } from '../../shared/edit-page/edit-conflict.tsx'
import { Held } from '../../shared/edit-page/edit-page.tsx'
import { type EditForm, useEditForm } from '../../shared/edit-page/use-edit-form.ts'
import { fromWallTime, millisOf, toWallTime } from '../../text/format.ts'
import { ro } from '../../text/ro.ts'
import { useEscLayer } from '../../ui/dialogs/esc-layer.ts'
import { toast } from '../../ui/dialogs/toast.ts'
import { offerUndo } from '../../ui/dialogs/undo-toast.tsx'
import { useFocusReturn } from '../../ui/dialogs/use-focus-return.ts'
import { DateTimeField } from '../../ui/fields/date-time-field.tsx'
import { serverNow } from '../../ui/now.ts'

const UNDO_MS = 6000
const { starts_at: startsAt, ends_at: endsAt, ...others } = messages.field
const LABELS = { ...others, startsAt, endsAt }

interface Props {
  announcement: Announcement | null
  isReadOnly: boolean
  onClose: () => void
}

interface Draft {
  title: string
  text: string
  audience: Announcement['audience']
  /** Wall time in Bucharest; null: starting now, or without an end. */
  startsAt: string | null
  endsAt: string | null
  /** Undefined: the user's first company. */
  companyId: number | undefined
}

export function AnnouncementForm({ announcement, isReadOnly, onClose }: Props) {
  useFocusReturn()
  useEscLayer(onClose)
  const companies = useMyCompanies()
  const cache = useQueryClient()
  const again = () => void invalidate(cache, listCurrentAnnouncements, listAnnouncements)
  const form = useEditForm<Draft, { data: Announcement }>({
    loaded: { values: draftOf(announcement), version: announcement?.version },
    isNew: announcement === null,
    save: (changes, { version, key, all }) =>
      announcement === null
        ? request(createAnnouncement, { body: newBodyOf(all, companies[0]?.id) }, { key })
        : request(editAnnouncement, { params: { id: announcement.id }, body: bodyOf(changes) }, { key, version }),
    saved: () => {
      again()
      onClose()
    },
    savedMessage: messages.saved,
    reload: () => invalidate(cache, listCurrentAnnouncements, listAnnouncements),
  })
  const companyId = form.values.companyId ?? companies[0]?.id
  return (
    <Modal
      opened
      onClose={onClose}
      closeOnEscape={false}
      size="lg"
      title={announcement === null ? messages.newTitle : messages.editTitle}
      transitionProps={{ duration: 0 }}
      closeButtonProps={{ 'aria-label': ro.close }}
    >
      <Held isHeld={form.busy}>
        <Stack gap="sm">
          {announcement === null && companies.length > 1 ? (
            <NativeSelect
              label={messages.field.company}
              value={String(companyId ?? '')}
              data={companies.map(({ id, name }) => ({ value: String(id), label: name }))}
              onChange={(event) => form.set('companyId', Number(event.currentTarget.value))}
            />
          ) : null}
          <EditConflict form={form} labels={LABELS} />
          <Fields form={form} isReadOnly={isReadOnly} />
        </Stack>
      </Held>
      {isReadOnly ? (
        <p className="dim small">{messages.readOnly}</p>
      ) : (
        <Group justify="flex-end" mt="md" gap="xs">
          {announcement === null ? null : <OldOne announcement={announcement} again={again} onClose={onClose} />}
          <Button variant="default" onClick={onClose}>
            {ro.cancel}
          </Button>
          <Button loading={form.busy} onClick={() => void form.submit()}>
            {announcement === null ? messages.publish : messages.save}
          </Button>
        </Group>
      )}
    </Modal>
  )
}

interface FieldsProps {
  form: EditForm<Draft>
  isReadOnly: boolean
}

function Fields({ form: { values: draft, errors, set }, isReadOnly }: FieldsProps) {
  const { field } = messages
  return (
    <>
      <TextInput
        data-autofocus
        label={field.title}
        maxLength={120}
        readOnly={isReadOnly}
        value={draft.title}
        error={errors.title}
        onChange={(event) => set('title', event.currentTarget.value)}
      />
      <Textarea
        label={field.text}
        autosize
        minRows={3}
        maxRows={10}
        maxLength={4000}
        readOnly={isReadOnly}
        value={draft.text}
        error={errors.text}
        onChange={(event) => set('text', event.currentTarget.value)}
      />
      <NativeSelect
        label={field.audience}
        disabled={isReadOnly}
        value={draft.audience}
        data={ANNOUNCEMENT_AUDIENCES.map((word) => ({ value: word, label: messages.audiences[word] }))}
        onChange={(event) =>
          set('audience', ANNOUNCEMENT_AUDIENCES.find((word) => word === event.currentTarget.value) ?? 'all')
        }
      />
      <Group grow align="flex-start">
        <DateTimeField
          label={field.starts_at}
          description={field.startsHint}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          readOnly={isReadOnly}
          value={draft.startsAt}
          error={errors.starts_at}
          onChange={(startsAt) => set('startsAt', startsAt)}
        />
        <DateTimeField
          label={field.ends_at}
          description={field.endsHint}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          clearable={!isReadOnly}
          readOnly={isReadOnly}
          value={draft.endsAt}
          error={errors.ends_at}
          onChange={(endsAt) => set('endsAt', endsAt)}
        />
      </Group>
    </>
  )
}

/** Actions on an existing announcement. */
function OldOne({
  announcement,
  again,
  onClose,
}: {
  announcement: Announcement
  again: () => void
  onClose: () => void
}) {
  const { id, starts_at, ends_at } = announcement
  const isRunning = millisOf(starts_at) < serverNow() && (ends_at === null || millisOf(ends_at) > serverNow())
  const params = { id }
  const restore = async () => {
    await request(restoreAnnouncement, { params })
    again()
  }
  const remove = useAction((_: null, key) => request(deleteAnnouncement, { params }, { key }), {
    done: () => {
      again()
      onClose()
      offerUndo({ text: messages.removed, label: messages.undo, ms: UNDO_MS, undo: () => void restore() })
    },
  })
  const end = useAction(
    (_: null, key, at) => request(editAnnouncement, { params, body: { ends_at: toWireTime(at) } }, { key }),
    {
      done: () => {
        toast.good(messages.ended)
        again()
        onClose()
      },
    },
  )
  return (
    <>
      <Button variant="subtle" color="red" loading={remove.busy} onClick={() => void remove.run(null)}>
        {messages.remove}
      </Button>
      {isRunning ? (
        <Button variant="default" loading={end.busy} onClick={() => void end.run(null)}>
          {messages.endNow}
        </Button>
      ) : null}
    </>
  )
}

function draftOf(announcement: Announcement | null): Draft {
  if (announcement === null) {
    return { title: '', text: '', audience: 'all', startsAt: null, endsAt: null, companyId: undefined }
  }
  const { title, text, audience, starts_at, ends_at } = announcement
  const wall = (wire: string) => toWallTime(new Date(millisOf(wire)))
  return { title, text, audience, startsAt: wall(starts_at), endsAt: ends_at && wall(ends_at), companyId: undefined }
}

/** The changed fields as a request body; an emptied start is left unchanged. */
function bodyOf({ title, text, audience, startsAt, endsAt }: Partial<Draft>): AnnouncementChange {
  return {
    ...(title === undefined ? {} : { title: title.trim() }),
    ...(text === undefined ? {} : { text: text.trim() }),
    ...(audience === undefined ? {} : { audience }),
    ...(startsAt ? { starts_at: wireOf(startsAt) } : {}),
    ...(endsAt === undefined ? {} : { ends_at: endsAt && wireOf(endsAt) }),
  }
}

function newBodyOf({ companyId, ...draft }: Draft, firstId: number | undefined) {
  const { title, text, audience } = draft
  const ofCompany = companyId ?? firstId
  return { title, text, audience, ...bodyOf(draft), ...(ofCompany ? { company_id: ofCompany } : {}) }
}

function wireOf(wallTime: string): string | undefined {
  const at = fromWallTime(wallTime)
  return at === null ? undefined : toWireTime(at)
}
