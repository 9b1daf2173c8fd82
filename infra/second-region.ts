/** What `prod-copy` answers to prod: where backups and media are copied to, and with which key. */
export interface SecondRegion {
  region: string
  vaultArn: string
  replicaArn: string
  keyArn: string
}

/** The outputs of the copy's stack, by their names. */
export const secondRegionOutputs = { vaultArn: 'CopyVault', replicaArn: 'ReplicaBucket', keyArn: 'CopyKey' } as const

export function readSecondRegion(region: string, outputs: Readonly<Record<string, string>>): SecondRegion {
  const read = (name: string) => {
    const value = outputs[name]
    if (!value) throw new Error(`The stack of the second region has no output ${name}: deploy it again`)
    return value
  }
  const { vaultArn, replicaArn, keyArn } = secondRegionOutputs
  return { region, vaultArn: read(vaultArn), replicaArn: read(replicaArn), keyArn: read(keyArn) }
}

/** For a synthesis that cannot look: of the right form, and of nobody. */
export function unknownSecondRegion(region: string): SecondRegion {
  const account = '000000000000'
  return {
    region,
    vaultArn: `arn:aws:backup:${region}:${account}:backup-vault:not-looked-up`,
    replicaArn: 'arn:aws:s3:::not-looked-up',
    keyArn: `arn:aws:kms:${region}:${account}:key/00000000-0000-0000-0000-000000000000`,
  }
}
