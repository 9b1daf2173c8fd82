import { changeDeliveries } from './change-deliveries.ts'
import { changeStatus } from './change-status.ts'
import { completeDelivery } from './complete-delivery.ts'
import { createDelivery } from './create-delivery.ts'
import { createPatient } from './create-patient.ts'
import { deleteDelivery } from './delete-delivery.ts'
import { deletePatient } from './delete-patient.ts'
import { findPrescription } from './find-prescription.ts'
import { listDeliveries } from './list-deliveries.ts'
import { listPharmacists } from './list-pharmacists.ts'
import { listLanguages, listTimeRanges } from './options.ts'
import { readDay } from './read-day.ts'
import { readDelivery, readPrintData, readStatusHistory } from './read-delivery.ts'
import { readPatient } from './read-patient.ts'
import { readPriorDeliveries } from './read-prior-deliveries.ts'
import { requestPhotoUpload } from './request-photo-upload.ts'
import { search } from './search.ts'
import { searchPatients } from './search-patients.ts'
import { updateDelivery } from './update-delivery.ts'
import { updatePatient } from './update-patient.ts'

export const operations = {
  listDeliveries,
  createDelivery,
  readDelivery,
  updateDelivery,
  deleteDelivery,
  changeStatus,
  completeDelivery,
  readStatusHistory,
  readPrintData,
  requestPhotoUpload,
  readPriorDeliveries,
  listPharmacists,
  listTimeRanges,
  listLanguages,
  searchPatients,
  createPatient,
  readPatient,
  updatePatient,
  deletePatient,
  search,
  readDay,
  changeDeliveries,
  findPrescription,
}
