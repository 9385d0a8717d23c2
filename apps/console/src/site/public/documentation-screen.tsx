import { type DocumentationEntry, listDocumentation, readDocumentation } from '@dispecerat/contract/site/content'
import { Skeleton, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { useEndpointQuery } from '../../api/endpoint-query.ts'
import { publicMessages } from '../../text/public-messages.ts'
import { LoadFailed } from '../../ui/load-failed.tsx'
import { ContentArticle } from './content-article.tsx'
import { SiteFrame } from './site-frame.tsx'

const messages = publicMessages.docs
const TYPING_MS = 250

/** /documentation: the table of contents with its search. */
export function DocumentationIndex() {
  return (
    <DocsFrame>
      <h1>{messages.title}</h1>
      <p className="site-lead">{messages.intro}</p>
    </DocsFrame>
  )
}

/** /documentation/{url}: one document beside the table of contents. */
export function DocumentationScreen() {
  const { url } = useParams({ from: '/documentation/$url' })
  const page = useEndpointQuery(readDocumentation, { params: { url } })
  return (
    <DocsFrame>
      <ContentArticle page={page} />
    </DocsFrame>
  )
}

function DocsFrame({ children }: { children: React.ReactNode }) {
  return (
    <SiteFrame>
      <div className="docs">
        <DocsTree />
        <div>{children}</div>
      </div>
    </SiteFrame>
  )
}

function DocsTree() {
  const [typed, setTyped] = useState('')
  const [search] = useDebouncedValue(typed.trim(), TYPING_MS)
  const tree = useEndpointQuery(
    listDocumentation,
    { query: search === '' ? {} : { search } },
    { select: ({ data }) => data, placeholderData: keepPreviousData },
  )
  return (
    <nav aria-label={messages.tree} className="docs-tree">
      <TextInput
        type="search"
        mb="sm"
        aria-label={messages.search}
        placeholder={messages.search}
        value={typed}
        maxLength={100}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      {tree.data ? <Branch entries={tree.data} /> : null}
      {tree.data?.length === 0 ? <p role="status">{messages.none}</p> : null}
      {tree.isPending ? <Skeleton height={160} /> : null}
      {tree.isError && !tree.data ? <LoadFailed onRetry={() => void tree.refetch()} /> : null}
    </nav>
  )
}

function Branch({ entries }: { entries: readonly DocumentationEntry[] }) {
  if (entries.length === 0) return null
  return (
    <ul>
      {entries.map(({ url, title, children }) => (
        <li key={url}>
          <Link to="/documentation/$url" params={{ url }}>
            {title}
          </Link>
          <Branch entries={children} />
        </li>
      ))}
    </ul>
  )
}
