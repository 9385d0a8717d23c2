import { type ContentRow, listContent } from '@dispecerat/contract/site/content'
import { NativeSelect, Switch, TextInput } from '@mantine/core'
import { useEndpointQuery } from '../../api/endpoint-query.ts'
import type { EditForm } from '../../shared/edit-page/use-edit-form.ts'
import { contentMessages as messages } from './content-messages.ts'
import { ContentText } from './content-text.tsx'
import { type ContentValues, slugOf } from './content-values.ts'

const NOTHING: ContentRow[] = []

export function ContentFields({ form, id }: { form: EditForm<ContentValues>; id: number | null }) {
  const { values, errors, set } = form
  const parents = useParents(id)
  const nameAddress = () => {
    if (id === null && values.url === '') set('url', slugOf(values.title))
  }
  return (
    <>
      <section className="content-facts" aria-label={messages.title}>
        <TextInput
          label={messages.columns.title}
          value={values.title}
          error={errors.title}
          maxLength={200}
          onChange={(event) => set('title', event.currentTarget.value)}
          onBlur={nameAddress}
        />
        <TextInput
          label={messages.columns.url}
          description={messages.urlHint}
          value={values.url}
          error={errors.url}
          maxLength={80}
          onChange={(event) => set('url', event.currentTarget.value)}
        />
        <NativeSelect
          label={messages.type}
          value={values.type}
          error={errors.type}
          data={[
            { value: 'documentation', label: messages.types.documentation },
            { value: 'page', label: messages.types.page },
          ]}
          onChange={({ currentTarget: { value } }) => {
            set('type', value === 'page' ? 'page' : 'documentation')
            if (value === 'page') set('parent_id', null)
          }}
        />
        <NativeSelect
          label={messages.columns.parent_id}
          value={values.parent_id ?? ''}
          error={errors.parent_id}
          disabled={values.type === 'page'}
          data={[
            { value: '', label: messages.top },
            ...parents.map((row) => ({ value: String(row.id), label: row.title })),
          ]}
          onChange={({ currentTarget: { value } }) => set('parent_id', value === '' ? null : Number(value))}
        />
        <TextInput
          type="number"
          label={messages.columns.menu_order}
          description={messages.orderHint}
          value={values.menu_order}
          error={errors.menu_order}
          min={-1000}
          max={1000}
          step={1}
          onChange={(event) => set('menu_order', Math.trunc(event.currentTarget.valueAsNumber) || 0)}
        />
        <Switch
          label={messages.publish}
          checked={values.is_published}
          onChange={(event) => set('is_published', event.currentTarget.checked)}
        />
      </section>
      <ContentText html={values.content} onChange={(html) => set('content', html)} error={errors.content} />
    </>
  )
}

/** Documents that may be the parent of a page. */
function useParents(id: number | null): ContentRow[] {
  const { data } = useEndpointQuery(listContent, { query: { type: 'documentation', per_page: 100 } })
  return data?.data.filter((row) => row.id !== id) ?? NOTHING
}
