import sanitize from 'sanitize-html'

const TEXT = [
  'h2',
  'h3',
  'h4',
  'p',
  'br',
  'hr',
  'blockquote',
  'pre',
  'ul',
  'ol',
  'li',
  'dl',
  'dt',
  'dd',
  'details',
  'summary',
]
const INLINE_TAGS = ['strong', 'b', 'em', 'i', 'u', 's', 'sub', 'sup', 'code', 'kbd', 'a']
const TABLES = ['table', 'thead', 'tbody', 'tr', 'th', 'td', 'caption']

const RULES: sanitize.IOptions = {
  allowedTags: [...TEXT, ...INLINE_TAGS, ...TABLES, 'img'],
  allowedAttributes: {
    a: ['href', 'title', 'rel'],
    img: ['src', 'alt', 'width', 'height'],
    th: ['colspan', 'rowspan', 'scope'],
    td: ['colspan', 'rowspan'],
    ol: ['start'],
  },
  allowedSchemes: ['http', 'https', 'mailto', 'tel'],
  // An external picture would reveal readers to its site, and the content policy refuses it anyway.
  allowedSchemesByTag: { img: [] },
  allowProtocolRelative: false,
  disallowedTagsMode: 'discard',
  nonTextTags: [
    'script',
    'style',
    'textarea',
    'option',
    'noscript',
    'template',
    'svg',
    'math',
    'iframe',
    'object',
    'title',
  ],
  transformTags: {
    // The page's title is its only first heading.
    h1: 'h2',
    h5: 'h4',
    h6: 'h4',
    a: (tagName, attribs) => {
      const isOutside = /^https?:/i.test(attribs.href ?? '')
      return { tagName, attribs: { ...attribs, ...(isOutside ? { rel: 'noopener noreferrer nofollow' } : {}) } }
    },
  },
}

/** Removes everything that executes, loads from elsewhere or imitates the console; texts, tables and links stay. */
export function cleanHtml(html: string): string {
  return sanitize(html, RULES)
}

/** The text of a page without its tags. */
export function textOf(html: string): string {
  return sanitize(html.replaceAll('<', ' <'), { allowedTags: [], allowedAttributes: {} })
}
