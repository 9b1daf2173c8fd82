import { PageSizes, type PDFDocument, type PDFFont, type PDFPage } from '@cantoo/pdf-lib'
import { type DrawText, hasGlyphsFor, labelGrey, type PdfFonts, pageMargin } from './pdf-page.ts'

export interface PacketIndexRow {
  request: string
  patient: string
  deliveredAt: string
  /** The number of the delivery's page, counted from 1 without the index. Undefined if the packet has no delivery for the row. */
  page: number | undefined
}

const [pageWidth, pageHeight] = PageSizes.Letter
const size = 9
const lineHeight = 15
const lefts = [0, 150, 315, 475] as const
const rowsOnPage = Math.floor((pageHeight - 2 * pageMargin) / lineHeight) - 3

/** Inserts an index after the first page, if there are rows, and writes the page number on every page. */
export async function addPdfIndexAndPageNumbers(
  document: PDFDocument,
  rows: readonly PacketIndexRow[],
  { fonts, drawText }: { fonts: PdfFonts; drawText: DrawText },
): Promise<void> {
  const count = Math.ceil(rows.length / rowsOnPage)
  const moved = (page: number | undefined) => (page === undefined ? '' : String(page + count))
  for (let i = 0; i < count; i++) {
    const line = new IndexLines(document, document.insertPage(1 + i, PageSizes.Letter), drawText)
    await line.write(['Index'], fonts.bold, fonts)
    await line.write(['Prescription', 'Patient', 'Delivered at', 'Page'], fonts.bold, fonts)
    for (const { request, patient, deliveredAt, page } of rows.slice(i * rowsOnPage, (i + 1) * rowsOnPage))
      await line.write([request, patient, deliveredAt, moved(page)], fonts.plain, fonts)
  }
  const pages = document.getPages()
  for (const [i, page] of pages.entries())
    page.drawText(`Page ${i + 1} of ${pages.length}`, {
      ...{ x: pageMargin, y: pageMargin / 2, size: 8 },
      ...{ font: fonts.plain, color: labelGrey },
    })
}

/** Writes lines of cells on a page, from top to bottom. */
class IndexLines {
  private readonly document: PDFDocument
  private readonly page: PDFPage
  private readonly drawText: DrawText
  private y = pageHeight - pageMargin

  constructor(document: PDFDocument, page: PDFPage, drawText: DrawText) {
    this.document = document
    this.page = page
    this.drawText = drawText
  }

  async write(cells: readonly string[], font: PDFFont, fonts: PdfFonts): Promise<void> {
    this.y -= lineHeight
    for (const [i, text] of cells.entries()) {
      const x = pageMargin + (lefts[i] ?? 0)
      // What no delivery has been found for has only a text, which goes on over the empty cells beside it.
      const next = cells.findIndex((cell, other) => other > i && cell !== '')
      const width = pageMargin + (lefts[next] ?? pageWidth - 2 * pageMargin) - x - 6
      if (hasGlyphsFor(fonts, text))
        this.page.drawText(
          shortened(text, (part) => font.widthOfTextAtSize(part, size) <= width),
          {
            ...{ x, y: this.y, size, font },
          },
        )
      else await this.picture(text, { x, width })
    }
  }

  private async picture(text: string, { x, width }: { x: number; width: number }): Promise<void> {
    const drawn = await this.drawText(text, size, false)
    const scale = Math.min(1, width / drawn.width)
    const image = await this.document.embedPng(drawn.png)
    this.page.drawImage(image, {
      ...{ x, y: this.y - 3, width: drawn.width * scale, height: drawn.height * scale },
    })
  }
}

/** Shortens a text that does not fit and ends it with an ellipsis. The delivery's page has the patient's name in full. */
function shortened(text: string, fits: (text: string) => boolean): string {
  let part = text
  while (part && !fits(part === text ? text : `${part}…`)) part = part.slice(0, -1)
  return part === text ? text : `${part}…`
}
