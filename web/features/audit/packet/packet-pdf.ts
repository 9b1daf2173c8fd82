import { PDFDocument } from '@cantoo/pdf-lib'
import type { AuditRecord } from '#shared/model/audit.ts'
import {
  counselingOutcomes,
  hipaaOutcomes,
  labelOf,
  photoIdChecked,
  photoIdKinds,
  signatureMethods,
  signerRelationships,
} from '#shared/model/door-record.ts'
import { paymentLabels } from '#shared/model/payment.ts'
import type { Proof } from '#shared/model/proof.ts'
import { correctedField, correctedValue } from '#shared/rules/corrected-field.ts'
import { formatDollars } from '#shared/rules/money.ts'
import { gapLabels } from '#shared/rules/proof-gaps.ts'
import { answerText } from '../answer-text.ts'
import { type IndexRow, writeIndex } from './pdf-index.ts'
import { type DrawText, embedFonts, Pen } from './pdf-page.ts'

/** What the front page and the index say. */
export interface PacketHead {
  organisation: string
  npi_number: string
  nabp_number: string
  /** In words: the days that were asked for, or those of the deliveries. */
  period: string
  /** Of all times in the document, by its IANA name. */
  time_zone: string
  made_at: string
  counts: readonly (readonly [label: string, count: number])[]
  /** What was asked for, with its deliveries: a line of the index for each. */
  records: readonly AuditRecord[]
}

export interface Pictures {
  /** PNG. */
  signature: Uint8Array | undefined
  /** JPEG, upright. */
  photo: Uint8Array | undefined
}

interface Drawing {
  drawText: DrawText
  /** An instant as people read it. */
  formatTime: (instant: string | null) => string
  formatDay: (day: string) => string
}

/** A document with a front page, an index and a page for each delivery, made delivery by delivery. */
export async function startPdf(head: PacketHead, { drawText, formatTime, formatDay }: Drawing) {
  const document = await PDFDocument.create()
  document.setTitle('Proof of delivery')
  document.setAuthor(head.organisation)
  const fonts = await embedFonts(document)
  const pen = new Pen(document, fonts, drawText)
  /** Of each delivery, the first page without those of the index. */
  const pages = new Map<string, number>()
  await pen.text('Proof of delivery', { size: 24, isBold: true })
  pen.space(10)
  await pen.heading(head.organisation)
  await pen.fact('NPI number', head.npi_number)
  await pen.fact('NABP number', head.nabp_number)
  await pen.fact('Period', head.period)
  await pen.fact('Made on', formatTime(head.made_at))
  await pen.fact('Time zone', head.time_zone)
  pen.space(10)
  for (const [label, count] of head.counts) await pen.fact(label, String(count))

  return {
    async add(proof: Proof, pictures: Pictures): Promise<void> {
      pen.newPage()
      pages.set(proof.id, document.getPageCount())
      await pen.heading(proof.patient_name)
      await writeFacts(pen, proof, { formatTime, formatDay })
      const signature = pictures.signature && (await document.embedPng(pictures.signature))
      const photo = pictures.photo && (await document.embedJpg(pictures.photo))
      pen.space(8)
      if (signature)
        await pen.picture(signature, `Signature, SHA-256 ${proof.signature_sha256 ?? 'not kept'}`, {
          width: 330,
          height: 124,
        })
      if (photo)
        await pen.picture(photo, `Photo, SHA-256 ${proof.photo_sha256 ?? 'not kept'}`, { width: 330, height: 230 })
    },
    async save(): Promise<Uint8Array> {
      const rows = head.records.flatMap((record) => indexRows(record, { pages, formatTime, formatDay }))
      await writeIndex(document, rows, { fonts, drawText })
      return document.save()
    },
  }
}

interface Indexing extends Formats {
  pages: ReadonlyMap<string, number>
}

function indexRows(record: AuditRecord, { pages, formatTime, formatDay }: Indexing): IndexRow[] {
  const asked = list(record.rx_number, record.date && formatDay(record.date))
  if (record.deliveries.length === 0) return [{ asked, patient: answerText(record), deliveredAt: '', page: undefined }]
  return record.deliveries.map(({ id, patient_name, delivered_at }) => ({
    asked,
    patient: patient_name,
    deliveredAt: formatTime(delivered_at),
    page: pages.get(id),
  }))
}

const yes = (flag: boolean) => (flag ? 'Yes' : 'No')
/** Of a question that nobody may have asked: then its answer is blank. */
const yesOrBlank = (flag: boolean) => (flag ? 'Yes' : null)
const labelled = (labels: Readonly<Record<string, string>>, value: string | null) => value && labelOf(labels, value)
const list = (...parts: (string | null | false)[]) => parts.filter(Boolean).join(', ')

type Formats = Pick<Drawing, 'formatTime' | 'formatDay'>

async function writeFacts(pen: Pen, proof: Proof, { formatTime, formatDay }: Formats): Promise<void> {
  const { photo_id, amount, witness } = proof
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
  await pen.fact('Delivered at', formatTime(proof.delivered_at))
  await pen.fact("Device's clock", proof.captured_at && formatTime(proof.captured_at))
  await pen.fact('Delivered by', proof.delivered_by?.name ?? null)
  await pen.fact('Signed by', proof.signer_name)
  await pen.fact('Relationship', labelled(signerRelationships, proof.signer_relationship))
  await pen.fact('Signature', labelled(signatureMethods, proof.signature_method))
  await pen.fact('Witness', witness)
  await pen.fact(photoIdChecked, photo_id && list(yes(photo_id.checked), labelled(photoIdKinds, photo_id.kind)))
  await pen.fact(
    'HIPAA form',
    list(
      labelled(hipaaOutcomes, proof.hipaa_form_outcome) ?? yesOrBlank(proof.hipaa_form_received),
      proof.hipaa_form_reason,
    ),
  )
  await pen.fact(
    'Counseling',
    labelled(counselingOutcomes, proof.counseling_outcome) ?? yesOrBlank(proof.counseling_received),
  )
  await pen.fact(
    'Amount',
    amount === null ? null : list(formatDollars(amount), labelled(paymentLabels, proof.payment_method)),
  )
  for (const { field, from, to, reason, corrected_at, corrected_by_name } of proof.corrections)
    await pen.fact(
      'Corrected',
      `${correctedField(field, proof.rx_information)}: ${correctedValue(field, from)} became ${correctedValue(field, to)}, ` +
        `${formatTime(corrected_at)}, ${corrected_by_name}: ${reason}`,
    )
  await pen.fact('Missing', proof.missing.map((gap) => gapLabels[gap]).join(', '))
  await pen.fact('Delivery', proof.id)
  await pen.fact('Last hash', proof.chain.at(-1)?.hash ?? null)
}
