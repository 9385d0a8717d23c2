import { settingsFields } from '@dispecerat/domain/audit/settings-fields'

/** Name and description of each settings field; apart from the other messages, which pages without fields load too. */
export const settingsFieldMessages = {
  fields: settingsFields,
  means: {
    pending_timeout_min: 'O comandă din coada de așteptare fără șofer se anulează singură după atâtea minute.',
    no_show_wait_min: 'De la sosirea mașinii; abia după atâtea minute comanda se poate închide cu „Client absent”.',
    arrival_radius_m:
      'Mai departe, ori când poziția nu este sigură, șoferul scrie un motiv și sosirea rămâne marcată. 0 = se crede oriunde.',
    car_warning_min:
      'O mașină care stă pe loc, se îndepărtează ori nu mai trimite poziția: dispecerii sunt avertizați după atâtea minute. 0 = deloc.',
    car_replacement_min:
      'După atâtea minute se caută și altă mașină, după aceleași reguli; cea dintâi păstrează comanda până acceptă cineva. 0 = deloc.',
    operator_list_hours:
      'Atât rămân comenzile finalizate și anulate în listele dispecerilor; numerele de pe taburi le urmează.',
    proof_photo_required: 'Șoferul poate încheia livrarea numai după ce a încărcat fotografia.',
    new_orders_ask_partners:
      'Formularul începe cu „Toți partenerii”; dispecerul poate alege altfel la fiecare comandă.',
    dispatcher_fare_limit_ron:
      'Cost, reducere și plată, adunate pe o comandă; peste această sumă schimbă numai administratorul. 0 = deloc.',
    scheduled_lead_learned:
      'În fiecare noapte, din cursele ultimelor patru săptămâni, pe zone și ore: nouă mașini din zece ajung în acest timp.',
    scheduled_lead_min:
      'Când nu sunt destule curse sau nu se învață din ele. Pentru comenzile noi fără un timp al lor; cele deja plasate își păstrează ora.',
    remind_before_min:
      'Dispecerii văd un anunț cu atâtea minute înainte ca o comandă programată să intre în căutare; 0 = numai atunci.',
    skip_empty_steps:
      'Un pas din modul de lucru în care nu se potrivește nimeni nu mai așteaptă, trece imediat la următorul.',
    auto_pause: 'Trei oferte văzute și lăsate fără răspuns, la rând, pun șoferul în pauză.',
    named_driver_confirms:
      'La „Alocă acum” șoferului îi sună telefonul și comanda este a lui după ce o acceptă; altfel este a lui pe loc. Șoferii partenerilor trebuie mereu să accepte.',
    search_after_return:
      'Înainte de cursă se caută imediat altă mașină, fără șoferul care a renunțat; comanda ajunge „În apel” numai dacă nu se găsește niciuna.',
    require_valid_car_papers: 'O mașină cu licența, ITP-ul sau RCA-ul expirat nu mai primește oferte.',
    keep_recordings_days: 'Fișierele se șterg și de pe disc; apelul rămâne în raport.',
    keep_trails_days: 'Pe unde a mers fiecare mașină; probele pe zile trecute au nevoie de ele.',
    keep_calls_days: 'Apelurile mai vechi dispar și din rapoarte, cu număr cu tot. Comenzile rămân.',
    keep_client_errors_days: 'Ce nu a mers în browserul dispecerilor; cel mult 30 de zile.',
    keep_changes_days: 'Cine ce a modificat; cel puțin un an.',
    keep_messages_days: 'Ce și-au scris dispecerii, șoferii și clienții.',
    keep_broadcasts_days: 'Textul și cui i s-a trimis; mesajele primite se șterg odată cu celelalte mesaje.',
    keep_incidents_days: 'Cu text, adresă și pași; cele deschise rămân. Cel puțin un an.',
    keep_block_reasons_days: 'Numărul rămâne blocat, numai motivul se șterge.',
    two_factor_required:
      'Un administrator al companiei fără al doilea pas nu mai poate face nimic până nu îl pornește, nici cel care bifează aici. Dispecerilor nu li se cere.',
    playback_enabled:
      'Când un șofer acceptă comanda și când a ajuns, centrala îl sună pe client și îi rostește textul de la Texte trimise. Cine apasă 0, sau nu răspunde de două ori, trece în lista „În apel” ca să fie sunat de un dispecer.',
    default_sound: 'Pentru dispecerii care nu și-au ales un sunet în bara de sus.',
    line_answer: 'Pentru dispecerii care nu și-au ales tasta în bara de sus.',
    files_register:
      'În fiecare noapte, de la ora 3, comenzile zilei încheiate intră în Sistem › Trimise la autorități; zilele cât serverul a fost oprit se recuperează.',
    register_format: 'Cum îl cere primăria: XML sau tabel CSV.',
    client_app: 'Se autentifică cu numărul de telefon și un cod prin SMS, plătit de companie.',
    public_live: 'La adresa publică /live se văd pozițiile, fără nume, fără indicativ și fără comenzi.',
  },
} as const
