import { FileAnswer } from '../../platform/http/file-answer.ts'
import { efacturaFileName, efacturaXml, type NumberedDocument } from './efactura-xml.ts'
import { invoicePdf } from './invoice-pdf.ts'

/** An invoice or a credit note as a file: PDF to print, XML for the authority. */
export function invoiceFile(document: NumberedDocument, format: 'pdf' | 'xml', printedAt: Date): FileAnswer {
  const as = (name: string) => ({ 'content-disposition': `attachment; filename="${name}"` })
  if (format === 'xml') {
    const xml = Buffer.from(efacturaXml(document))
    return new FileAnswer('application/xml; charset=utf-8', xml, as(efacturaFileName(document.number)))
  }
  const name = `factura_${document.number.replaceAll(/\W/g, '_')}.pdf`
  return new FileAnswer('application/pdf', invoicePdf(document, printedAt), as(name))
}
