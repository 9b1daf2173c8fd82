import { PDFDocument } from '@cantoo/pdf-lib'
import type { AuditRecord } from '#shared/model/audit.ts'
import {
  choiceLabel,
  counselingOutcomeLabels,
  hipaaOutcomeLabels,
  photoIdCheckedLabel,
  photoIdKindLabels,
  signatureMethodLabels,
  signerRelationshipLabels,
} from '#shared/model/door-record.ts'
import { paymentLabels } from '#shared/model/payment.ts'
import type { Proof } from '#shared/model/proof.ts'
import { clockCorrectionText } from '#shared/rules/clock-correction.ts'
import { correctedFieldLabel, correctionValueText } from '#shared/rules/corrected-field.ts'
import { formatDollars } from '#shared/rules/money.ts'
import { proofGapLabels } from '#shared/rules/proof-gaps.ts'
import { auditRecordDeliveriesText, undeliveredText } from '../record-deliveries-text.ts'
import { addPdfIndexAndPageNumbers, type PacketIndexRow } from './pdf-index.ts'
import { type DrawText, embedFonts, PdfWriter } from './pdf-page.ts'

/** The facts for the front page and the index of a packet. */
export interface PacketHead {
  organisation: string
  npi_number: string
  nabp_number: string
  /** The period in words: the requested days or, if numbers were requested, the first and the last day of the deliveries. */
  period: string
  /** The IANA name of the time zone of all times in the document. */
  time_zone: string
  made_at: string
  /** The address at which Carelane checks packets. */
  verify_url: string
  counts: readonly (readonly [label: string, count: number])[]
  /** The requested records. The index has a line for each delivery of a record, and one line for a record without deliveries. */
  records: readonly AuditRecord[]
}

export interface PagePictures {
  /** A PNG. */
  signature: Uint8Array | undefined
  /** An upright JPEG. */
  photo: Uint8Array | undefined
  /** Upright JPEGs of failed attempts. */
  attempts?: readonly { photo: Uint8Array; caption: string }[]
}

interface Drawing {
  drawText: DrawText
  /** Formats an instant for readers. */
  formatTime: (instant: string | null) => string
  formatDay: (day: string) => string
}

type Fact = readonly [label: string, value: string | null]

interface FrontPage {
  title: string
  organisation: string
  /** The facts of the front page, in blocks. */
  blocks: readonly (readonly Fact[])[]
}

/** Starts a PDF with a front page. `add` appends one delivery on a new page, and `save` finishes the PDF. */
export async function startPdfDocument({ title, organisation, blocks }: FrontPage, drawing: Drawing) {
  const document = await PDFDocument.create()
  document.setTitle(title)
  document.setAuthor(organisation)
  const fonts = await embedFonts(document)
  const pen = new PdfWriter(document, fonts, drawing.drawText)
  /** The page number on which each delivery begins, not counting the pages of the index. */
  const pages = new Map<string, number>()
  await pen.text(title, { size: 24, isBold: true })
  pen.space(10)
  await pen.heading(organisation)
  for (const [i, facts] of blocks.entries()) {
    if (i > 0) pen.space(10)
    for (const [label, value] of facts) await pen.fact(label, value)
  }

  return {
    pages,
    async add(
      proof: Proof,
      { signature: png, photo: jpeg, attempts = [] }: PagePictures,
      facts: readonly Fact[] = [],
    ): Promise<void> {
      pen.newPage()
      pages.set(proof.id, document.getPageCount())
      await pen.heading(proof.patient_name)
      for (const [label, value] of facts) await pen.fact(label, value)
      await writeFacts(pen, proof, drawing)
      const signature = png && (await document.embedPng(png))
      const photo = jpeg && (await document.embedJpg(jpeg))
      pen.space(8)
      if (signature)
        await pen.picture(signature, `Signature, SHA-256 ${proof.signature_sha256 ?? 'not recorded'}`, {
          width: 330,
          height: 124,
        })
      if (photo)
        await pen.picture(photo, `Photo, SHA-256 ${proof.photo_sha256 ?? 'not recorded'}`, { width: 330, height: 230 })
      for (const attempt of attempts)
        await pen.picture(await document.embedJpg(attempt.photo), attempt.caption, { width: 330, height: 230 })
    },
    /** Inserts an index with these rows, if there are any, numbers the pages, and returns the PDF. */
    async save(rows: readonly PacketIndexRow[] = []): Promise<Uint8Array> {
      await addPdfIndexAndPageNumbers(document, rows, { fonts, drawText: drawing.drawText })
      return document.save()
    },
  }
}

/** Starts the PDF of an audit packet, which also has an index. */
export async function startPacketPdf(head: PacketHead, drawing: Drawing) {
  const { formatTime, formatDay } = drawing
  const { organisation, npi_number, nabp_number, period, time_zone, made_at, verify_url, counts } = head
  const blocks: readonly (readonly Fact[])[] = [
    [
      ['NPI number', npi_number],
      ['NABP number', nabp_number],
      ['Period', period],
      ['Created', formatTime(made_at)],
      ['Time zone', time_zone],
      ['Check it at', verify_url],
    ],
    counts.map(([label, count]) => [label, String(count)] as const),
  ]
  const { pages, add, save } = await startPdfDocument({ title: 'Proof of delivery', organisation, blocks }, drawing)
  return {
    add: (proof: Proof, pictures: PagePictures) => add(proof, pictures),
    save: () => save(head.records.flatMap((record) => indexRows(record, { pages, formatTime, formatDay }))),
  }
}

interface Indexing extends Formats {
  pages: ReadonlyMap<string, number>
}

function indexRows(record: AuditRecord, { pages, formatTime, formatDay }: Indexing): PacketIndexRow[] {
  const request = list(record.rx_number, record.date && formatDay(record.date))
  const withoutPage = (patient: string): PacketIndexRow => ({ request, patient, deliveredAt: '', page: undefined })
  if (record.deliveries.length === 0) return [withoutPage(auditRecordDeliveriesText(record))]
  return [
    ...record.deliveries.map(({ id, patient_name, delivered_at, recorded_by_mistake }) => ({
      request,
      patient: recorded_by_mistake ? `${patient_name}, recorded by mistake` : patient_name,
      deliveredAt: formatTime(delivered_at),
      page: pages.get(id),
    })),
    ...record.undelivered.map((delivery) => withoutPage(`Not delivered: ${undeliveredText(delivery)}`)),
  ]
}

const yes = (flag: boolean) => (flag ? 'Yes' : 'No')
/** Returns `Yes` for true, otherwise null, because false may also mean that the question was not asked. */
const yesOrBlank = (flag: boolean | null) => (flag ? 'Yes' : null)
const labelled = (labels: Readonly<Record<string, string>>, value: string | null) => value && choiceLabel(labels, value)
const list = (...parts: (string | null | false)[]) => parts.filter(Boolean).join(', ')

type Formats = Pick<Drawing, 'formatTime' | 'formatDay'>

async function writeFacts(pen: PdfWriter, proof: Proof, { formatTime, formatDay }: Formats): Promise<void> {
  const { photo_id, amount, witness } = proof
  // The record of a patient (`web/features/record`) also contains deliveries that are not completed, for which there is no proof.
  const isDelivered = proof.status === 'delivered'
  const mistake = proof.recorded_by_mistake
  if (mistake)
    await pen.fact(
      'Recorded by mistake',
      `${mistake.reason} (declared by ${mistake.declared_by}, ${formatTime(mistake.declared_at)})`,
    )
  for (const { rx_number, rx_date, fill_date, fill_number } of proof.rx_information)
    await pen.fact(
      'Prescription',
      list(
        `RX ${rx_number}`,
        rx_date && `RX date ${formatDay(rx_date)}`,
        fill_date && `filled ${formatDay(fill_date)}`,
        fill_number !== null && `fill ${fill_number}`,
      ),
    )
  await pen.fact(
    'Delivered to',
    list(proof.delivery_address, proof.apt_suite_building, proof.city, `${proof.state} ${proof.zip_code}`),
  )
  await pen.fact('Delivered at', isDelivered ? formatTime(proof.delivered_at) : null)
  await pen.fact('Device time', proof.captured_at && formatTime(proof.captured_at))
  await pen.fact('Device clock', clockCorrectionText(proof.clock_correction_seconds))
  await pen.fact('Session ended', proof.session_ended_at && formatTime(proof.session_ended_at))
  await pen.fact('Delivered by', proof.delivered_by?.name ?? null)
  await pen.fact('Signed by', proof.signer_name)
  await pen.fact('Relationship', labelled(signerRelationshipLabels, proof.signer_relationship))
  await pen.fact('Signature', labelled(signatureMethodLabels, proof.signature_method))
  await pen.fact('Witness', witness)
  await pen.fact(
    photoIdCheckedLabel,
    photo_id && list(yes(photo_id.checked), labelled(photoIdKindLabels, photo_id.kind)),
  )
  await pen.fact(
    'HIPAA form',
    list(
      labelled(hipaaOutcomeLabels, proof.hipaa_form_outcome) ?? yesOrBlank(proof.hipaa_form_received),
      proof.hipaa_form_reason,
    ),
  )
  await pen.fact(
    'Counseling',
    labelled(counselingOutcomeLabels, proof.counseling_outcome) ?? yesOrBlank(proof.counseling_received),
  )
  await pen.fact(
    'Amount',
    amount === null ? null : list(formatDollars(amount), labelled(paymentLabels, proof.payment_method)),
  )
  for (const { field, from, to, reason, corrected_at, corrected_by_name } of proof.corrections)
    await pen.fact(
      'Corrected',
      `${correctedFieldLabel(field, proof.rx_information)}: ${correctionValueText(field, from)} changed to ${correctionValueText(field, to)}, ` +
        `${formatTime(corrected_at)}, ${corrected_by_name}: ${reason}`,
    )
  if (isDelivered) await pen.fact('Missing', proof.missing.map((gap) => proofGapLabels[gap]).join(', '))
  await pen.fact('Delivery', proof.id)
  await pen.fact('Last hash', proof.chain.at(-1)?.hash ?? null)
}
