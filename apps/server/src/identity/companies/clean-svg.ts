import sanitize from 'sanitize-html'

const SHAPES = ['path', 'rect', 'circle', 'ellipse', 'line', 'polyline', 'polygon', 'text', 'tspan']
const FRAMES = [
  'svg',
  'g',
  'defs',
  'title',
  'desc',
  'symbol',
  'use',
  'clipPath',
  'mask',
  'linearGradient',
  'radialGradient',
  'stop',
]
const PLACES = [
  'x',
  'y',
  'x1',
  'y1',
  'x2',
  'y2',
  'cx',
  'cy',
  'r',
  'rx',
  'ry',
  'dx',
  'dy',
  'd',
  'points',
  'width',
  'height',
]
const FRAME = [
  'viewBox',
  'preserveAspectRatio',
  'version',
  'xmlns',
  'xmlns:xlink',
  'id',
  'class',
  'transform',
  'href',
  'xlink:href',
]
const PAINT = ['fill', 'fill-rule', 'fill-opacity', 'clip-path', 'clip-rule', 'mask', 'opacity', 'color', 'stroke']
const STROKE = [
  'stroke-width',
  'stroke-linecap',
  'stroke-linejoin',
  'stroke-miterlimit',
  'stroke-dasharray',
  'stroke-dashoffset',
]
const GRADIENT = [
  'offset',
  'stop-color',
  'stop-opacity',
  'gradientUnits',
  'gradientTransform',
  'spreadMethod',
  'fx',
  'fy',
]
const LETTERS = [
  'font-size',
  'font-family',
  'font-weight',
  'font-style',
  'text-anchor',
  'letter-spacing',
  'stroke-opacity',
]

const OWN_PART = /^#[\w-]+$/
const OUTSIDE = /url\s*\(\s*(?!["']?#)/i

/** Removes everything that executes or loads from elsewhere; only shapes, text and colours stay. */
export function cleanSvg(source: string): string {
  return sanitize(source.slice(Math.max(0, source.search(/<svg[\s>]/i))), {
    allowedTags: [...SHAPES, ...FRAMES],
    allowedAttributes: { '*': [...PLACES, ...FRAME, ...PAINT, ...STROKE, ...GRADIENT, ...LETTERS] },
    parser: { xmlMode: true, lowerCaseTags: false, lowerCaseAttributeNames: false },
    disallowedTagsMode: 'discard',
    nonTextTags: ['script', 'style', 'foreignObject', 'iframe', 'image', 'metadata', 'animate', 'set', 'handler'],
    transformTags: { '*': (tagName, attribs) => ({ tagName, attribs: ownPartsOnly(attribs) }) },
    selfClosing: [],
  })
}

/** A reference may point to another part of the same picture, never to another URL. */
function ownPartsOnly(attribs: Record<string, string>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(attribs).filter(([name, value]) =>
      name.endsWith('href') ? OWN_PART.test(value) : !OUTSIDE.test(value),
    ),
  )
}
