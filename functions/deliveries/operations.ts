import { listCallBacks, recordCallBack } from './call-backs.ts'
import { changeDeliveries } from './change-deliveries.ts'
import { changeStatus } from './change-status.ts'
import { completeDelivery } from './complete-delivery.ts'
import { correctDelivery } from './correct-delivery.ts'
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
import { readProof } from './read-proof.ts'
import { readRecords } from './read-records.ts'
import { readSlip } from './read-slip.ts'
import { recordAttempt } from './record-attempt.ts'
import { requestPhotoUpload } from './request-photo-upload.ts'
import { returnPackage } from './return-package.ts'
import { returnToStock } from './return-to-stock.ts'
import { closeRun } from './runs/close-run.ts'
import { confirmRun } from './runs/confirm-run.ts'
import { listRuns } from './runs/list-runs.ts'
import { loadPackage } from './runs/load-package.ts'
import { orderRun } from './runs/order-run.ts'
import { readRun } from './runs/read-run.ts'
import { reopenRun } from './runs/reopen-run.ts'
import { startRun } from './runs/start-run.ts'
import { unloadPackage } from './runs/unload-package.ts'
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
  readProof,
  correctDelivery,
  listCallBacks,
  recordCallBack,
  readRecords,
  listPharmacists,
  listTimeRanges,
  listLanguages,
  searchPatients,
  createPatient,
  readPatient,
  updatePatient,
  deletePatient,
  readSlip,
  recordAttempt,
  returnPackage,
  returnToStock,
  listRuns,
  readRun,
  orderRun,
  loadPackage,
  unloadPackage,
  startRun,
  closeRun,
  confirmRun,
  reopenRun,
  search,
  readDay,
  changeDeliveries,
  findPrescription,
}
