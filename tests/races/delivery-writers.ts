import * as deliveries from '#shared/api/deliveries.ts'
import type { Delivery, DeliveryStatus } from '#shared/model/delivery.ts'
import { completionData, signature } from '#tests/support/builders.ts'
import type { Writer } from './meet.ts'

/** A delivery, and the key of a photo that was uploaded for it, if it was on its way. */
export interface Parcel {
  delivery: Delivery
  photoKey: string
}

interface DeliveryWriter extends Writer<Parcel> {
  /** Refused whatever else happens, unless the delivery is on its way. */
  needsUnderWay?: true
}

const gone = '404 Delivery not found'
const notFrom = (to: string) => [gone, new RegExp(`^409 Cannot change status from \\w+ to ${to}$`)]
const reassigned = /^409 The pharmacist cannot be changed once a delivery is (delivered|cancelled)$/

const params = ({ delivery: { id } }: Parcel) => ({ id })

const change = (name: string, status: DeliveryStatus): Writer<Parcel> => ({
  name,
  entry: deliveries.changeStatus,
  sending: (parcel, { admin }) => ({ as: admin, params: params(parcel), body: { status } }),
  refusals: notFrom(status),
})

const edit = (name: string, body: object, refusal: RegExp): Writer<Parcel> => ({
  name,
  entry: deliveries.updateDelivery,
  sending: (parcel, { admin }) => ({ as: admin, params: params(parcel), body }),
  refusals: [gone, refusal],
})

export const deliveryWriters: readonly DeliveryWriter[] = [
  {
    name: 'completion',
    needsUnderWay: true,
    entry: deliveries.completeDelivery,
    sending: (parcel, { driver }) => ({ as: driver, params: params(parcel), body: completionData }),
    refusals: notFrom('delivered'),
  },
  {
    name: 'completion with an uploaded photo',
    needsUnderWay: true,
    entry: deliveries.completeDelivery,
    sending: (parcel, { driver }) => {
      const body = { ...completionData, delivery_photo_key: parcel.photoKey }
      return { as: driver, params: params(parcel), body }
    },
    refusals: notFrom('delivered'),
  },
  {
    name: 'delivery by change of status, with that photo',
    needsUnderWay: true,
    entry: deliveries.changeStatus,
    sending: (parcel, { admin }) => {
      const body = { status: 'delivered', patient_signature: signature, delivery_photo_key: parcel.photoKey }
      return { as: admin, params: params(parcel), body }
    },
    refusals: notFrom('delivered'),
  },
  {
    name: 'photo-upload',
    needsUnderWay: true,
    entry: deliveries.requestPhotoUpload,
    sending: (parcel, { driver }) => ({
      as: driver,
      params: params(parcel),
      body: { content_type: 'image/png', size: 100 },
    }),
    refusals: [gone, '409 A photo can only be added to a delivery in progress'],
  },
  change('cancellation', 'cancelled'),
  change('giving up', 'failed'),
  {
    name: 'start by the assigned person',
    entry: deliveries.changeStatus,
    sending: (parcel, { driver }) => ({ as: driver, params: params(parcel), body: { status: 'in_progress' } }),
    // Who has lost it to somebody else meanwhile manages no deliveries.
    refusals: [...notFrom('in_progress'), "403 You don't have the required permission: delivery.edit_orders"],
  },
  {
    name: 'assignment',
    entry: deliveries.updateDelivery,
    sending: (parcel, { admin, pharmacist }) => ({
      as: admin,
      params: params(parcel),
      body: { pharmacist_id: pharmacist.user.id },
    }),
    refusals: [gone, reassigned],
  },
  edit('unassignment', { pharmacist_id: null }, reassigned),
  edit('edit', { refrigerated: true, delivery_notes: 'Ring twice' }, /^409 A delivery that is \w+ cannot be edited$/),
  {
    name: 'deletion',
    entry: deliveries.deleteDelivery,
    sending: (parcel, { admin }) => ({ as: admin, params: params(parcel) }),
    refusals: [gone, /^409 A delivery that is \w+ cannot be deleted$/],
  },
]
