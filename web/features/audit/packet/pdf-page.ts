import {
  PageSizes,
  type PDFDocument,
  type PDFFont,
  type PDFImage,
  type PDFPage,
  rgb,
  StandardFonts,
} from '@cantoo/pdf-lib'

/** Draws a text as a picture, for scripts that the document's own fonts lack. `size`, `width` and `height` are in points. */
export type DrawText = (
  text: string,
  size: number,
  isBold: boolean,
) => Promise<{ png: Uint8Array; width: number; height: number }>

export interface PdfFonts {
  plain: PDFFont
  bold: PDFFont
  /** The code points that both fonts have. */
  known: ReadonlySet<number>
}

export async function embedFonts(document: PDFDocument): Promise<PdfFonts> {
  const [plain, bold] = await Promise.all([
    document.embedFont(StandardFonts.Helvetica),
    document.embedFont(StandardFonts.HelveticaBold),
  ])
  return { plain, bold, known: new Set(plain.getCharacterSet()) }
}

export const pageMargin = 48
const [pageWidth, pageHeight] = PageSizes.Letter
const inner = pageWidth - 2 * pageMargin
const labelWidth = 118
export const labelGrey = rgb(0.35, 0.35, 0.35)

interface Style {
  size?: number
  isBold?: boolean
  isGrey?: boolean
  /** The distance from the left margin, in points. */
  left?: number
}

/** Writes pages from top to bottom, one after the other. */
export class PdfWriter {
  private readonly document: PDFDocument
  private readonly fonts: PdfFonts
  private readonly drawText: DrawText
  private page: PDFPage
  private y = pageHeight - pageMargin

  constructor(document: PDFDocument, fonts: PdfFonts, drawText: DrawText) {
    this.document = document
    this.fonts = fonts
    this.drawText = drawText
    this.page = document.addPage(PageSizes.Letter)
  }

  newPage(): void {
    this.page = this.document.addPage(PageSizes.Letter)
    this.y = pageHeight - pageMargin
  }

  space(points: number): void {
    this.y -= points
  }

  async heading(text: string): Promise<void> {
    await this.text(text, { size: 15, isBold: true })
    this.space(6)
  }

  /** Writes a label and its value side by side, or nothing if there is no value. */
  async fact(label: string, value: string | null): Promise<void> {
    if (!value) return
    this.room(14)
    const top = this.y
    await this.text(label, { isGrey: true })
    this.y = top
    await this.text(value, { left: labelWidth })
  }

  /** Writes a text, and wraps its long lines. A paragraph with characters that the fonts lack is drawn as a picture. */
  async text(text: string, { size = 9.5, isBold = false, isGrey = false, left = 0 }: Style = {}): Promise<void> {
    const font = isBold ? this.fonts.bold : this.fonts.plain
    for (const paragraph of text.split('\n')) {
      if (!hasGlyphsFor(this.fonts, paragraph)) {
        await this.pictureOf(paragraph, { size, isBold, left })
        continue
      }
      for (const line of linesOf(paragraph, (part) => font.widthOfTextAtSize(part, size) <= inner - left)) {
        this.room(size * 1.35)
        this.y -= size * 1.35
        this.page.drawText(line, { x: pageMargin + left, y: this.y, size, font, ...(isGrey && { color: labelGrey }) })
      }
    }
  }

  /** Draws a picture within the given width and height, with its caption below. */
  async picture(image: PDFImage, caption: string, most: { width: number; height: number }): Promise<void> {
    const scale = Math.min(1, most.width / image.width, most.height / image.height)
    const [width, height] = [image.width * scale, image.height * scale]
    this.room(height + 20)
    this.y -= height + 6
    this.page.drawImage(image, { x: pageMargin, y: this.y, width, height })
    this.page.drawRectangle({ x: pageMargin, y: this.y, width, height, borderColor: labelGrey, borderWidth: 0.5 })
    await this.text(caption, { size: 8, isGrey: true })
  }

  private async pictureOf(text: string, { size, isBold, left }: Required<Omit<Style, 'isGrey'>>): Promise<void> {
    const { png, width, height } = await this.drawText(text, size, isBold)
    const scale = Math.min(1, (inner - left) / width)
    this.room(height * scale)
    this.y -= height * scale
    const image = await this.document.embedPng(png)
    this.page.drawImage(image, { x: pageMargin + left, y: this.y, width: width * scale, height: height * scale })
  }

  private room(points: number): void {
    if (this.y - points < pageMargin) this.newPage()
  }
}

/** Whether the document's fonts contain every character of the text. */
export function hasGlyphsFor({ known }: PdfFonts, text: string): boolean {
  for (const character of text) if (!known.has(character.codePointAt(0) ?? 0)) return false
  return true
}

/** Breaks a text into lines at its blanks. A word that is longer than a line is broken where the line is full. */
function linesOf(text: string, fits: (line: string) => boolean): string[] {
  const lines: string[] = []
  let line = ''
  for (const word of text.split(' ')) {
    const longer = line ? `${line} ${word}` : word
    if (fits(longer)) {
      line = longer
      continue
    }
    if (line) lines.push(line)
    line = ''
    for (const character of word) {
      if (!fits(line + character)) {
        lines.push(line)
        line = ''
      }
      line += character
    }
  }
  return [...lines, line]
}
