import type { FileZone } from '@dispecerat/contract/geography/zones'
import { ActionIcon, Button, Checkbox, Select, Textarea, TextInput } from '@mantine/core'
import { IconArrowLeft, IconFileImport } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { isField } from '../../keys/use-key.ts'
import { useStandCompanies } from '../../shared/zones/use-stands.ts'
import { zoneMessages } from '../../shared/zones/zone-messages.ts'
import type { ZonesImport } from './use-zones-import.ts'
import { zoneEditorMessages } from './zone-editor-messages.ts'
import { squareKm } from './zone-facts.ts'

const messages = zoneEditorMessages.file

/** Import of a zones file: chosen, dropped or pasted; previewed on the map before anything is saved. */
export function ZonesImportPanel({ file, onClose }: { file: ZonesImport; onClose: () => void }) {
  usePasted(file)
  return (
    <section className="stand-form zones-import" aria-labelledby="import-title">
      <div className="stand-head">
        <ActionIcon variant="subtle" color="gray" aria-label={zoneMessages.back} onClick={onClose}>
          <IconArrowLeft size={16} />
        </ActionIcon>
        <h2 id="import-title" className="panel-title">
          {messages.title}
        </h2>
      </div>
      <CompanyField file={file} />
      <Source file={file} />
      {file.trouble ? (
        <p role="alert" className="small stand-error">
          {file.trouble}
        </p>
      ) : null}
      <p className="small dim" role="status">
        {file.isTrying ? messages.reading : ''}
        {!file.isTrying && file.zones.length > 0 ? messages.found(file.zones.length, file.good.length) : ''}
      </p>
      {file.zones.length > 0 ? <Found file={file} /> : null}
      <div className="stand-buttons">
        <span className="header-space" />
        <Button variant="default" onClick={onClose}>
          {messages.giveUp}
        </Button>
        <SaveButton file={file} />
      </div>
    </section>
  )
}

/** Accepts a paste anywhere on the page, except in a text field. */
function usePasted(file: ZonesImport) {
  const latest = useRef(file)
  useEffect(() => {
    latest.current = file
  })
  useEffect(() => {
    const onPaste = (event: ClipboardEvent) => {
      if (isField(event.target) || !event.clipboardData) return
      const [pasted] = event.clipboardData.files
      if (pasted) void latest.current.readFile(pasted)
      else latest.current.read(event.clipboardData.getData('text'))
    }
    document.addEventListener('paste', onPaste)
    return () => document.removeEventListener('paste', onPaste)
  }, [])
}

function SaveButton({ file }: { file: ZonesImport }) {
  const isOff = file.good.length === 0 || file.isTrying
  const why = file.isTrying ? messages.reading : messages.nothing
  return (
    <Button
      loading={file.isSaving}
      {...(isOff ? { 'data-disabled': true, 'aria-disabled': true, title: why, 'aria-description': why } : {})}
      onClick={() => !isOff && file.save()}
    >
      {messages.save(file.good.length)}
    </Button>
  )
}

/** Shown only to users with several companies. */
function CompanyField({ file }: { file: ZonesImport }) {
  const companies = useStandCompanies()
  if (companies.length < 2) return null
  return (
    <Select
      label={messages.company}
      data={companies.map(({ id, name }) => ({ value: String(id), label: name }))}
      value={file.input.companyId === null ? null : String(file.input.companyId)}
      allowDeselect={false}
      onChange={(value) => file.setCompany(value === null ? null : Number(value))}
    />
  )
}

function Source({ file }: { file: ZonesImport }) {
  const picker = useRef<HTMLInputElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const [text, setText] = useState('')
  useEffect(() => button.current?.focus(), [])
  return (
    <div className="zones-import-source">
      <input
        ref={picker}
        type="file"
        hidden
        accept=".geojson,.json,application/geo+json,application/json"
        onChange={(event) => {
          const picked = event.currentTarget.files?.[0]
          event.currentTarget.value = ''
          if (picked) void file.readFile(picked)
        }}
      />
      <Button
        ref={button}
        variant="default"
        leftSection={<IconFileImport size={15} />}
        onClick={() => picker.current?.click()}
      >
        {file.hasFile ? messages.other : messages.choose}
      </Button>
      {file.hasFile ? null : (
        <>
          <p className="small dim">{messages.drop}</p>
          <Textarea
            label={messages.paste}
            rows={5}
            value={text}
            onChange={(event) => setText(event.currentTarget.value)}
          />
          <Button size="compact-sm" variant="default" onClick={() => file.read(text)}>
            {messages.read}
          </Button>
        </>
      )}
    </div>
  )
}

function Found({ file }: { file: ZonesImport }) {
  return (
    <>
      {file.fixesOffered.length > 0 ? (
        <fieldset className="zone-fixes">
          <legend>{messages.fixes}</legend>
          {file.fixesOffered.map((fix) => (
            <Checkbox
              key={fix}
              size="sm"
              label={messages.fix[fix]}
              checked={file.input.fixes.includes(fix)}
              onChange={(event) => file.setFix(fix, event.currentTarget.checked)}
            />
          ))}
        </fieldset>
      ) : null}
      <ul className="zones-found" aria-label={messages.list}>
        {file.zones.map((zone) => (
          <FoundZone key={zone.key} zone={zone} file={file} />
        ))}
      </ul>
    </>
  )
}

function FoundZone({ zone, file }: { zone: FileZone; file: ZonesImport }) {
  const { key, errors } = zone
  const name = zone.name || messages.nameless(key)
  const typed = file.input.names[key]
  const isRenamed = typed !== undefined || errors.some((error) => /num[ee]/i.test(error))
  return (
    <li>
      <Checkbox
        size="sm"
        aria-label={messages.take(name)}
        label={name}
        checked={!file.input.left.includes(key)}
        onChange={(event) => file.setTaken(key, event.currentTarget.checked)}
      />
      <span className="small dim digits">{zone.area_m2 > 0 ? squareKm(zone.area_m2) : ''}</span>
      {isRenamed ? (
        <TextInput
          size="xs"
          className="zone-wide"
          aria-label={messages.nameOf(key)}
          value={typed ?? zone.name}
          onChange={(event) => file.setName(key, event.currentTarget.value)}
        />
      ) : null}
      {errors.map((error) => (
        <span key={error} className="small zone-wide stand-error">
          {error}
        </span>
      ))}
      {errors.length === 0 ? (
        <span className="small dim zone-wide">{zone.replaces === null ? messages.isNew : messages.replaces}</span>
      ) : null}
    </li>
  )
}
