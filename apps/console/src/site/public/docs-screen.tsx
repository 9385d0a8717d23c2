import { readDocumentation } from '@dispecerat/contract/site/content'
import { useParams } from '@tanstack/react-router'
import { useEndpointQuery } from '../../api/endpoint-query.ts'
import { ContentArticle } from './content-article.tsx'
import './public.css'

/** /docs/{url}: the same document without a menu, for embedding in an application. */
export function DocsScreen() {
  const { url } = useParams({ from: '/docs/$url' })
  const page = useEndpointQuery(readDocumentation, { params: { url } })
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, and the keyboard has to reach it
    <main id="content" className="bare" tabIndex={0}>
      <ContentArticle page={page} />
    </main>
  )
}
