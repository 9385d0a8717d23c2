import { listChanges } from '@dispecerat/contract/office/changes'
import { changeMessageText, listMessageTexts, type MessageText } from '@dispecerat/contract/office/message-texts'
import { platformText, TEXT_KEYS, type TextKey } from '@dispecerat/domain/office/message-texts'
import { Button, Checkbox } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useParams, useSearch } from '@tanstack/react-router'
import { endpointKey, invalidate } from '../../api/endpoint-query.ts'
import { request } from '../../api/request.ts'
import type { SettingsParams } from '../../routes/params/settings-params.ts'
import { ChangeHistory } from '../../shared/edit-page/change-history.tsx'
import { EditPage, EditSection } from '../../shared/edit-page/edit-page.tsx'
import { type EditForm, useEditForm } from '../../shared/edit-page/use-edit-form.ts'
import { SettingsFrame } from '../../shared/settings-page/settings-frame.tsx'
import { messageTextLabels as labels } from './message-text-labels.ts'
import { TextLabels } from './text-labels.tsx'
import { TextPreview } from './text-preview.tsx'
import { TextsOwner } from './texts-owner.tsx'
import { useMessageTexts, useTextsOwner } from './use-message-texts.ts'

export type TextValues = Pick<MessageText, 'subject' | 'text' | 'is_on' | 'is_plain'>

/** /settings/texts/{key}: one text, its placeholders, and a preview. */
export function TextScreen() {
  const { key } = useParams({ from: '/app/settings/texts/$key' })
  const search = useSearch({ from: '/app/settings/texts/$key' }) as SettingsParams
  const owner = useTextsOwner(search)
  const known = TEXT_KEYS.find((one) => one === key)
  return (
    <SettingsFrame path="/settings/texts">
      {known ? <TextPage key={`${known} ${owner.companyId}`} name={known} owner={owner} /> : null}
    </SettingsFrame>
  )
}

function TextPage({ name, owner }: { name: TextKey; owner: ReturnType<typeof useTextsOwner> }) {
  const { companyId, isPlatform } = owner
  const cache = useQueryClient()
  const { data, error, isLoading, refetch } = useMessageTexts(companyId)
  const text = data?.data.find(({ key }) => key === name)
  const form = useEditForm<TextValues, { data: MessageText }>({
    loaded: text && { values: valuesOf(text), version: text.version },
    save: (changes, { version, key }) =>
      request(
        changeMessageText,
        { params: { key: name }, body: { company_id: companyId, ...(text ? sent(changes, text) : {}) } },
        { key, version },
      ),
    saved: ({ data: saved }) => {
      cache.setQueryData(
        endpointKey(listMessageTexts, { query: { company_id: companyId } }),
        (all: { data: MessageText[] } | undefined) =>
          all ? { data: all.data.map((one) => (one.key === saved.key ? saved : one)) } : all,
      )
      void invalidate(cache, [listChanges, { query: { entity: `text_${name}` } }])
    },
    reload: refetch,
  })
  const platformDefault = platformText(name)
  return (
    <EditPage
      title={labels.names[name]}
      aside={<TextsOwner {...owner} />}
      form={form}
      isLoading={isLoading}
      error={data ? null : error}
      onRetry={() => void refetch()}
      labels={labels.fields}
      below={
        text?.journal_id ? (
          <ChangeHistory entity={`text_${name}`} entityId={text.journal_id} labels={labels.fields} />
        ) : null
      }
    >
      {text ? (
        <>
          <EditSection
            title={labels.channels[platformDefault.channel]}
            note={<p className="small dim">{labels.when[name]}</p>}
          >
            {platformDefault.switch === null || isPlatform ? null : (
              <Switch form={form} name="is_on" label={labels.isOn} />
            )}
            {platformDefault.channel === 'sms' ? (
              <Switch form={form} name="is_plain" label={labels.isPlain} means={labels.isPlainMeans} />
            ) : null}
            <TextLabels name={name} form={form} />
            <Reset form={form} text={text} />
          </EditSection>
          <TextPreview name={name} values={form.values} isSilent={!form.values.is_on && !isPlatform} />
        </>
      ) : null}
    </EditPage>
  )
}

function valuesOf({ subject, text, is_on, is_plain }: MessageText): TextValues {
  return { subject, text, is_on, is_plain }
}

/** A text equal to the platform's default is sent as null, which keeps the default. */
function sent({ subject, text, ...rest }: Partial<TextValues>, { default_subject, default_text }: MessageText) {
  return {
    ...rest,
    ...(subject === undefined ? {} : { subject: subject === default_subject ? null : subject }),
    ...(text === undefined ? {} : { text: text === default_text ? null : text }),
  }
}

interface SwitchProps {
  form: EditForm<TextValues>
  name: 'is_on' | 'is_plain'
  label: string
  means?: string
}

function Switch({ form, name, label, means }: SwitchProps) {
  return (
    <Checkbox
      label={label}
      description={means}
      checked={form.values[name]}
      error={form.errors[name]}
      onChange={(event) => form.set(name, event.currentTarget.checked)}
    />
  )
}

function Reset({ form, text }: { form: EditForm<TextValues>; text: MessageText }) {
  const { subject, text: written } = form.values
  if (written === text.default_text && subject === text.default_subject) return null
  const reset = () => {
    form.set('text', text.default_text)
    form.set('subject', text.default_subject)
  }
  return (
    <div className="wide texts-reset">
      <Button size="compact-sm" variant="default" title={labels.resetHint} onClick={reset}>
        {labels.reset}
      </Button>
    </div>
  )
}
