/**
 * Names as a directory has them, each with what someone at a counter types to find it. Every name is also typed with the last name
 * first, in capitals, without marks and by its beginning.
 */
export const namesOfManyLanguages: Readonly<Record<string, string>> = {
  English: `
    Margaret O’Brien | o'brien | obrien | O’BRIEN, MARGARET | brien | margaret obri
    Sean O'Neill | o’neill | oneill | o neill | neill sean
    Peg O\`Hara | o'hara | ohara
    Siobhán D’Arcy | d'arcy | darcy | siobhan | arcy
    Robert (Bob) Smith | bob | bob smith | smith, bob | robert smith
    William "Bill" Jones | bill | jones bill | "bill"
    HOPPER,GRACE M | grace | grace hopper | hopper, grace | hopper grace m
    Smith, John, Jr. | john smith | smith jr | smith, john
    J.R. Ewing | jr ewing | j.r. ewing | ewing | j.r.
    J. R. R. Tolkien | jrr tolkien | jr | tolkien
    Ann-Marie Baker | ann marie | annmarie | ann–marie | baker, ann-marie
    Mary-Kate Fitz-Gerald | fitzgerald | gerald | marykate
    Ronald Mc Donald | mcdonald | mc donald
    Angus MacLeod | macleod | mr. macleod
    Catherine St. John | st john | st. john | stjohn | st.john
    George Tanaka | Mr. Tanaka | tanaka, george | Tanaka,George | mr. george tanaka
    Grace Kowalczyk | grace kowalczyk. | "Grace" | Kowalczyk, Grace | Dr. Kowalczyk
    Zoë Brontë | zoe | bronte
    Renée Saint-Clair | renee | saint clair | saintclair
    Thomas à Becket | becket | thomas a becket
    Emily De’Ath | death | de'ath
    T’Challa Udaku | tchalla | t'challa | challa
    Ka‘iulani Kealoha | kaiulani | ka'iulani
    Jean Luc-Picard III | picard | lucpicard | picard iii
    Björk O'Shea-Young | bjork | oshea | shea | young | oshea-young`,
  Spanish: `
    José Núñez | jose | nunez | Núñez, José | nunez, jose
    María de la Cruz | de la cruz | delacruz | cruz | maria delacruz | de la cruz, maria
    María del Carmen Peña | pena | del carmen | delcarmen | carmen pena
    Iñaki Ibáñez | inaki | ibanez
    Jesús Gutiérrez-Martínez | gutierrez | martinez | gutierrez martinez | gutierrezmartinez
    Ángel Muñoz | angel | munoz
    Sofía Güemes | guemes | sofia
    Begoña Sáenz | begona | saenz
    Raúl Los Santos | lossantos | los santos
    Concepción (Concha) Ruiz | concha | ruiz, concha | concepcion
    Sra. Elena Vázquez | elena vazquez | sra. vazquez | vazquez
    Óscar D’León | d'leon | dleon | leon
    Lucía Ordóñez | ordonez | lucia
    Andrés Yáñez | yanez
    Joaquín Cañas | canas | joaquin
    Inés La Fuente | lafuente | la fuente
    Martín Argüello | arguello
    Adrián San Martín | sanmartin | san martin
    Hernán Cortés | hernan | cortes
    Ramón y Cajal | ramon cajal | cajal
    Belén Ávila | avila | belen
    Víctor Piñeiro | pineiro
    Mónica Águila | aguila
    Nicolás Dávila | davila
    Iván Ríos | rios | ivan`,
  French: `
    Hélène Lefèvre | helene | lefevre
    François L’Ouverture | louverture | l'ouverture | ouverture | francois
    Jean-Baptiste Désir | jean baptiste | jeanbaptiste | desir
    Marie-Thérèse d’Haïti | haiti | dhaiti | d'haiti | therese
    Cœur Dupont | coeur | dupont
    Noël Gagné | noel | gagne
    Françoise Éluard | eluard
    Raphaël Cétoute | cetoute | raphael
    Élie Saint-Fleur | saint fleur | saintfleur | fleur
    Ève Le Goff | legoff | le goff
    Loïc Kérouac | kerouac | loic
    Anaïs du Bois | dubois | du bois
    Gaël De L’Isle | isle | de l'isle | delisle
    Mme Odette Pélissier | mme pelissier | odette pelissier
    Benoît Côté | cote | benoit
    Zélie Çelik | celik
    Médard Père | pere | medard
    Jérôme Bâtard | batard
    Ludivine Moïse | moise
    Wyclef Fénelon | fenelon
    Maëlle Théodore | maelle | theodore
    Aimé Césaire | cesaire | aime
    Solène Guérin | guerin
    Agnès Aïssa | aissa
    Œdipe Lœuf | oedipe | loeuf`,
  German: `
    Jürgen Müller | muller | mueller | Müller, Jürgen | juergen | jurgen
    Käthe Groß | gross | kaethe | kathe | groß
    Jörg Weiß | weiss | joerg | jorg
    Björn Schröder | schroder | schroeder
    Günther Strauß-Köhler | strauss | koehler | kohler | guenther
    Sören Bär | bar | baer | soeren
    Änne von der Heide | aenne | anne | vonderheide | heide
    Frau Ute Höß | hoess | frau ute | hoss
    Hans-Jürgen Öhm | oehm | ohm | hans juergen
    Rüdiger Übel | uebel | ubel | ruediger
    Dr. Jutta Kraus | dr. kraus | kraus | dr jutta kraus
    Ludwig van Beethoven | vanbeethoven | beethoven
    Maria von und zu Trapp | trapp | von trapp
    Sigrid Großmann | grossmann | großmann
    Götz Rößler | roessler | rossler | goetz
    Bärbel Jäger | jaeger | jager | baerbel
    Kübra Schütz | schuetz | schutz
    Uwe Kühn | kuehn | kuhn
    Lothar Matthäus | matthaus | matthaeus
    Mechthild Böll | boell | boll
    Ernst Jünger | juenger | junger
    Vera Lüttich | luettich
    Ilse Dünn | duenn | dunn
    Otto Fürst | fuerst | furst
    Käte Süß | suess | suss`,
  Nordic: `
    Jørgen Sørensen | sorensen | soerensen | jorgen | joergen
    Åse Håkansson | ase | hakansson | haakansson | aase
    Søren Ærø | soren | aero
    Þórunn Guðmundsdóttir | thorunn | gudmundsdottir
    Bjørn Østergaard | bjorn | ostergaard | oestergaard
    Øystein Hæg | oystein | haeg
    Gøran Ålander | goran | alander | aalander
    Mårten Öberg | oberg | marten | oeberg
    Märta Sjöström | sjostrom | marta
    Pål Kjær | pal | kjaer | paal
    Kåre Bø | kare | bo
    Åsa Ångström | angstrom | asa
    Snæfríður Ægisdóttir | snaefridur | aegisdottir
    Jón Þór | thor | jon
    Töölö Häkkinen | hakkinen | haekkinen
    Väinö Mäkelä | makela | vaino
    Mélanie Nørgård | norgard | noergaard
    Håvard Brå | havard | bra
    Tórshavn Dam | torshavn
    Frøya Sæther | froya | saether
    Lärke Løvgren | lovgren | larke
    Óðinn Örn | odinn | orn
    Jóhanna Kærnested | kaernested
    Esbjörn Svensson-Åkerlund | akerlund | svensson
    Sámi Áile | aile | sami`,
  Polish: `
    Łukasz Żak | lukasz | zak | Żak, Łukasz
    Wałęsa Lech | walesa | lech
    Stanisław Gałczyński | stanislaw | galczynski
    Małgorzata Wójcik | malgorzata | wojcik
    Agnieszka Dąbrowska | dabrowska
    Paweł Błaszczyk | pawel | blaszczyk
    Bogusław Łoś | los | boguslaw
    Michał Kołodziej | kolodziej | michal
    Zofia Świątek | swiatek
    Grażyna Ćwiklińska | cwiklinska | grazyna
    Jerzy Źrebiec | zrebiec
    Elżbieta Piątek-Zając | elzbieta | piatek | zajac | piatekzajac
    Wacław Szczęsny | szczesny | waclaw
    Jarosław Gęś | ges
    Sławomir Kądzioła | slawomir | kadziola
    Żaneta Łęcka | zaneta | lecka
    Krzysztof Mądry | madry
    Lesław Ślusarz | slusarz
    Bronisława Główka | bronislawa | glowka
    Tomasz Jędrzejczak | jedrzejczak
    Mieczysław Kłos | klos
    Ludmiła Ździebło | ludmila | zdzieblo
    Władysław Pająk | wladyslaw | pajak
    Ryszard Ostrołęka | ostroleka
    Kinga Różańska | rozanska`,
  Vietnamese: `
    Nguyễn Văn An | nguyen van an | nguyen | van an | an nguyen | Nguyễn, An
    Trần Thị Bích | tran thi bich | bich tran
    Đặng Đình Đức | dang dinh duc | duc dang
    Lê Hoàng Phước | le hoang phuoc | phuoc
    Phạm Quỳnh Như | pham | quynh nhu
    Huỳnh Mỹ Lệ | huynh my le
    Võ Nguyên Giáp | vo nguyen giap | giap vo
    Đỗ Thị Hường | do thi huong | huong do
    Bùi Xuân Trường | bui xuan truong
    Vũ Đình Liên | vu dinh lien
    Ngô Bảo Châu | ngo bao chau | chau ngo
    Dương Thu Hà | duong thu ha
    Lý Tiểu Long | ly tieu long
    Hồ Ngọc Hân | ho ngoc han
    Đinh Bộ Lĩnh | dinh bo linh
    Mai Thế Sơn | mai the son
    Tô Ánh Nguyệt | to anh nguyet
    Trịnh Công Sơn | trinh cong son
    Phan Bội Châu | phan boi chau
    Cao Bá Quát | cao ba quat
    Nguyễn Thị Minh Khai | minh khai | nguyen minh khai
    Lâm Chí Dũng | lam chi dung
    Đoàn Kết | doan ket
    Chu Văn Ức | chu van uc
    Hà Thị Ưng | ha thi ung`,
  Turkish: `
    İbrahim Yılmaz | ibrahim | yilmaz | IBRAHIM YILMAZ
    Işıl Çağlar | isil | caglar
    Gökçe Şahin | gokce | sahin | goekce
    Ayşe Öztürk | ayse | ozturk | oeztuerk
    Doğan Güneş | dogan | gunes
    Çiğdem Ünal | cigdem | unal
    Şükrü Kılıç | sukru | kilic
    İlkay Gündoğan | gundogan | ilkay
    Tuğba Ağaoğlu | tugba | agaoglu
    Mehmet Âkif Ersoy | akif | ersoy
    Hülya Koçyiğit | hulya | kocyigit
    Müjde Ar | mujde
    Zübeyde İnönü | inonu | zubeyde
    Gülşah Işık | gulsah | isik
    Oğuz Yıldırım | oguz | yildirim
    Ömer Küçük | omer | kucuk
    Əli Əliyev | aliyev | ali
    Kâzım Tığ | kazim | tig
    Nâzım Hikmet | nazim
    Sıla Gençoğlu | sila | gencoglu
    Bülent Şık | bulent | sik
    Çetin Ceviz | cetin
    Ülkü Duru | ulku
    Ferhat Göçer | gocer
    Yağmur Sarıgül | yagmur | sarigul`,
  Arabic: `
    Ahmed Al-Hassan | al hassan | alhassan | al-hassan | hassan ahmed
    Fatima el-Sayed | elsayed | el sayed | sayed
    Omar Abd al-Rahman | abd al rahman | rahman | alrahman
    ʿAlī Ḥusayn | ali | husayn
    Noor ‘Abbās | abbas | noor
    Khālid Ibn Walīd | khalid | ibnwalid | walid
    Sa’ad Ma’mun | saad | mamun | sa'ad
    Bint Hudà Ṣadr | sadr | huda
    Umm Kulthūm | kulthum
    Zaynab Al Zahrā’ | alzahra | zahra
    أحمد الحسن | احمد | الحسن احمد | أحمد
    فَاطِمَة علي | فاطمة | فاطمه | على
    إبراهيم يوسف | ابراهيم
    آمنة خالد | امنة | امنه
    مـحـمـد سعيد | محمد | سعيد محمد
    هدى مصطفى | هدي | مصطفي
    عبد الله صالح | عبد الله | عبدالله
    ٱلنور حسن | النور
    مؤمن رائد | مومن
    کریم ایرانی | كريم | ايراني
    لُؤَيّ ناصر | لوي
    رُقَيَّة هاشم | رقية | رقيه
    عائشة بكر | عايشة
    نُور الدِّين | نور الدين | نورالدين
    سُلَيْمان طه | سليمان`,
  Cyrillic: `
    Семён Королёв | семен | королев | Королев, Семен
    Алёна Йовович | алена | йовович
    Пётр Чайковский | петр | чайковский
    Олексій Їжакевич | олексій | їжакевич
    В’ячеслав Дем'янчук | вячеслав | демянчук | в'ячеслав
    Мар’яна Знам’янська | маряна | знамянська
    Сергей Ёлкин | елкин | ёлкин
    НАТАЛЬЯ ИВАНОВА | наталья | иванова наталья
    Ґрета Ґудзь | ґрета
    Анна-Мария Ли | анна мария | аннамария
    Ілля Ківі | ілля
    Фёдор Достоевский | федор
    Лев Толстой | толстой, лев
    Ђорђе Ђоковић | ђорђе
    Љубица Његош | љубица
    Ўткір Ўсмонов | утк
    Зинаїда Кравець | зинаїда | кравець
    Артём Щёголев | артем | щеголев
    Дарья Ёж | еж
    Юрій Ґалаґан | юрій
    Инна О’Нил | онил | о'нил | нил
    Ян Соловьёв | соловьев
    Жанна Шмелёва | шмелева
    Любовь Рублёва | рублева
    Тарас Шевченко | шевченко т`,
  Chinese: `
    山田太郎 | 山田 | 太郎 | 太郎 山田
    王 小明 | 王小明 | 小明 | 王
    李明 | 李 | 明
    欧阳修 | 欧阳 | 修
    司马 相如 | 司马相如 | 相如
    陈 大文 | 陈大文 | 大文 陈
    玛丽·史密斯 | 玛丽 | 史密斯
    諸葛亮 | 諸葛 | 亮
    张伟 (David) | david | 张伟
    刘 德华 | 刘德华 | 德华
    Wei-Ling Chen | weiling | wei ling | chen, wei-ling
    Lü Bu | lu bu | lue
    Nǚ Wā | nu wa
    Zhāng Sān | zhang san
    タナカ ハナコ | タナカ | ハナコ | タナカハナコ
    たなか はなこ | たなか | はなこ
    ガブリエル | カフリエル | ガブ
    佐藤 健 | 佐藤健 | 健
    ﾀﾅｶ ｼﾞﾛｳ | タナカ | ジロウ
    髙橋 一郎 | 一郎 | 髙橋
    林志玲 | 志玲 | 林
    ＷＡＮＧ Ｌｉ | wang | wang li
    周杰伦 | 杰伦
    孙 悟空 | 孙悟空 | 悟空
    吴 亦凡 | 吴亦凡`,
  Korean: `
    김민준 | 김 | 민준 | 민준 김
    이 서연 | 이서연 | 서연
    남궁 민수 | 남궁민수 | 민수
    박지훈 | 지훈 | 박
    최 유진 | 최유진
    정하은 | 하은
    강 도윤 | 강도윤 | 도윤
    조수아 | 수아
    윤 지우 | 윤지우
    장서준 | 서준
    임 하준 | 임하준
    한예린 | 예린
    오 시우 | 오시우
    서지호 | 지호
    신 유나 | 신유나
    권민서 | 민서
    황보 관 | 황보관
    Min-jun Kim | minjun | min jun | kim, min-jun
    Seo-yeon Yi | seoyeon
    Ye Jin Son | yejin | son ye jin
    Bo-ra Ch’oe | choe | bora
    Chŏng Yag-yong | chong | yagyong
    Kang Sŭl-gi | sulgi | kang
    Pak Chŏng-hŭi | chonghui
    Na Hye-sŏk | nahye | hyesok`,
}
