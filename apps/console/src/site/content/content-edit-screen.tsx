import { listChanges } from '@dispecerat/contract/office/changes'
import {
  type ContentPage,
  createContent,
  deleteContent,
  editContent,
  listContent,
  listContentVersions,
  openContent,
  undeleteContent,
} from '@dispecerat/contract/site/content'
import { Button } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate, useParams } from '@tanstack/react-router'
import { endpointKey, invalidate, useEndpointQuery } from '../../api/endpoint-query.ts'
import { notifyError } from '../../api/notify-error.ts'
import { request } from '../../api/request.ts'
import { useAction } from '../../api/use-action.ts'
import { ChangeHistory } from '../../shared/edit-page/change-history.tsx'
import { EditPage } from '../../shared/edit-page/edit-page.tsx'
import { useEditForm } from '../../shared/edit-page/use-edit-form.ts'
import { confirm } from '../../ui/dialogs/confirm.tsx'
import { toast } from '../../ui/dialogs/toast.ts'
import { offerUndo } from '../../ui/dialogs/undo-toast.tsx'
import { LinkButton } from '../../ui/link-button.tsx'
import { ContentFields } from './content-fields.tsx'
import { contentMessages as messages } from './content-messages.ts'
import { type ContentValues, EMPTY, valuesOf } from './content-values.ts'
import { ContentVersions } from './content-versions.tsx'
import './content.css'

const DRIVER_PRIVACY = 1
const UNDO_MS = 6000

/** /content/{id}: one page; /content/new creates one. */
export function ContentEditScreen() {
  const { id } = useParams({ from: '/app/content/$id' })
  return id === 'new' ? <NewPage /> : <KnownPage key={id} id={Number(id)} />
}

function NewPage() {
  const navigate = useNavigate()
  const cache = useQueryClient()
  const form = useEditForm<ContentValues, { data: ContentPage }>({
    loaded: { values: EMPTY },
    isNew: true,
    save: (_, { key, all }) => request(createContent, { body: all }, { key }),
    saved: ({ data }) => {
      void invalidate(cache, listContent)
      void navigate({ to: '/content/$id', params: { id: String(data.id) }, replace: true })
    },
  })
  return (
    <EditPage title={messages.newTitle} form={form} isNew labels={messages.columns} aside={<Back />}>
      <ContentFields form={form} id={null} />
    </EditPage>
  )
}

function KnownPage({ id }: { id: number }) {
  const cache = useQueryClient()
  const { data, error, isError, refetch } = useEndpointQuery(openContent, { params: { id } })
  const page = data?.data
  const keep = (fresh: { data: ContentPage }) => {
    cache.setQueryData(endpointKey(openContent, { params: { id } }), fresh)
    void invalidate(cache, listContent, [listChanges, { query: { entity: 'content', entity_id: id } }])
  }
  const form = useEditForm<ContentValues, { data: ContentPage }>({
    loaded: page && { values: valuesOf(page), version: page.version },
    save: (changes, { version, key: once }) =>
      request(editContent, { params: { id }, body: changes }, { key: once, version }),
    saved: keep,
    reload: () => refetch(),
  })
  return (
    <EditPage
      title={page?.title ?? messages.title}
      form={form}
      isLoading={!page && !isError}
      error={page ? null : error}
      notFound={messages.notFound}
      onRetry={() => void refetch()}
      labels={messages.columns}
      aside={page ? <Aside page={page} /> : <Back />}
    >
      {page?.is_handbook ? <p className="dim">{messages.builtInHint}</p> : null}
      <ContentFields key={page?.version} form={form} id={id} />
      {page ? (
        <>
          <ContentVersions
            page={page}
            isDirty={form.changed.length > 0}
            onRestored={(fresh) => keep({ data: fresh })}
          />
          <ChangeHistory entity="content" entityId={id} labels={messages.columns} />
        </>
      ) : null}
    </EditPage>
  )
}

function Back() {
  return (
    <LinkButton size="compact-sm" variant="default" to="/content" search={{}}>
      {messages.back}
    </LinkButton>
  )
}

function Aside({ page }: { page: ContentPage }) {
  const isFixed = page.id === DRIVER_PRIVACY
  const remove = useRemove(page)
  const confirmRemove = () =>
    confirm({ text: messages.confirmRemove, yes: messages.remove, danger: true, onYes: () => void remove.run(page.id) })
  const address = page.type === 'page' ? `/page/${page.url}` : `/documentation/${page.url}`
  return (
    <>
      <Back />
      <Button
        component="a"
        size="compact-sm"
        variant="default"
        href={address}
        target="_blank"
        data-disabled={!page.is_published || undefined}
        aria-disabled={!page.is_published || undefined}
        title={page.is_published ? undefined : messages.viewDraft}
        onClick={(event) => {
          if (!page.is_published) event.preventDefault()
        }}
      >
        {messages.view}
      </Button>
      <Button
        size="compact-sm"
        variant="default"
        disabled={isFixed}
        title={isFixed ? messages.fixed : undefined}
        aria-description={isFixed ? messages.fixed : undefined}
        onClick={confirmRemove}
      >
        {messages.remove}
      </Button>
    </>
  )
}

function useRemove({ id, version }: ContentPage) {
  const navigate = useNavigate()
  const cache = useQueryClient()
  const listAgain = () => void invalidate(cache, listContent, openContent, listContentVersions)
  const giveBack = async () => {
    try {
      await request(undeleteContent, { params: { id } })
      toast.good(messages.back2)
      listAgain()
    } catch (error) {
      notifyError(error)
    }
  }
  return useAction((_: number, key: string) => request(deleteContent, { params: { id } }, { key, version: version }), {
    done: () => {
      void navigate({ to: '/content', search: {} }).then(listAgain)
      offerUndo({ text: messages.removed, label: messages.undo, ms: UNDO_MS, undo: () => void giveBack() })
    },
  })
}
