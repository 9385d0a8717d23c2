import DOMPurify from 'dompurify'
import { useMemo } from 'react'
import './page-html.css'

/** HTML of a page, sanitised again in the browser as a second defence against what the server missed. */
export function PageHtml({ html }: { html: string }) {
  const clean = useMemo(
    () =>
      DOMPurify.sanitize(html, {
        USE_PROFILES: { html: true },
        FORBID_TAGS: ['style', 'form'],
        FORBID_ATTR: ['style'],
      }),
    [html],
  )
  // biome-ignore lint/security/noDangerouslySetInnerHtml: cleaned by the server when written and read, and by DOMPurify here
  return <div className="prose" dangerouslySetInnerHTML={{ __html: clean }} />
}
