/// Self-signed certificates for these tests, and their common private key.
package enum TestCertificate {
    /// Certificate of the host 127.0.0.1, valid until 2120.
    package static let good = """
        -----BEGIN CERTIFICATE-----
        MIIBUDCB+KADAgECAgEBMAoGCCqGSM49BAMCMA8xDTALBgNVBAMMBHRlc3QwIBcN
        MjAwMTAxMDAwMDAwWhgPMjEyMDAxMDEwMDAwMDBaMA8xDTALBgNVBAMMBHRlc3Qw
        WTATBgcqhkjOPQIBBggqhkjOPQMBBwNCAARJWQiFGm3t5saHgNGa24fehB74zDAa
        vvyo4tG8uCuxVVCDBpb04n94/SYbX4+OHQtuZjR5dOj8dVplNgLvdBMio0MwQTAP
        BgNVHRMBAf8EBTADAQH/MA8GA1UdEQQIMAaHBH8AAAEwHQYDVR0OBBYEFFKIrpTJ
        VIENyLMJmGbu/ZCibcx0MAoGCCqGSM49BAMCA0cAMEQCIFOrTtkXfqneKlllYzsG
        rzHBNQeR/tPF9+X43PS9JJD4AiAuXK2Gd86wfxcvrEV+one1o/ri+OYygwrBDkvq
        JnkPQQ==
        -----END CERTIFICATE-----
        """

    /// Certificate of the host example.com, valid until 2120.
    package static let otherHost = """
        -----BEGIN CERTIFICATE-----
        MIIBWDCB/6ADAgECAgECMAoGCCqGSM49BAMCMA8xDTALBgNVBAMMBHRlc3QwIBcN
        MjAwMTAxMDAwMDAwWhgPMjEyMDAxMDEwMDAwMDBaMA8xDTALBgNVBAMMBHRlc3Qw
        WTATBgcqhkjOPQIBBggqhkjOPQMBBwNCAARJWQiFGm3t5saHgNGa24fehB74zDAa
        vvyo4tG8uCuxVVCDBpb04n94/SYbX4+OHQtuZjR5dOj8dVplNgLvdBMio0owSDAP
        BgNVHRMBAf8EBTADAQH/MBYGA1UdEQQPMA2CC2V4YW1wbGUuY29tMB0GA1UdDgQW
        BBRSiK6UyVSBDcizCZhm7v2Qom3MdDAKBggqhkjOPQQDAgNIADBFAiEAlxzswNpH
        ViFw65TmAOKzlD7GXUNkj3gnerd9bvCnLtwCIFxZKJ14IVsfuY/uLSzGUncWK0xe
        SfGEuTghT/iu1ATr
        -----END CERTIFICATE-----
        """

    /// Certificate of the host 127.0.0.1, valid until 2021.
    package static let expired = """
        -----BEGIN CERTIFICATE-----
        MIIBTjCB9qADAgECAgEDMAoGCCqGSM49BAMCMA8xDTALBgNVBAMMBHRlc3QwHhcN
        MjAwMTAxMDAwMDAwWhcNMjEwMTAxMDAwMDAwWjAPMQ0wCwYDVQQDDAR0ZXN0MFkw
        EwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAESVkIhRpt7ebGh4DRmtuH3oQe+MwwGr78
        qOLRvLgrsVVQgwaW9OJ/eP0mG1+Pjh0LbmY0eXTo/HVaZTYC73QTIqNDMEEwDwYD
        VR0TAQH/BAUwAwEB/zAPBgNVHREECDAGhwR/AAABMB0GA1UdDgQWBBRSiK6UyVSB
        DcizCZhm7v2Qom3MdDAKBggqhkjOPQQDAgNHADBEAiARz57Ho2pVr/tgtnVolxBq
        CMwDCQsmQ9qwblqQYGouPAIgLC9x0lQh3acnTFMAEXPHoM782v4hkoXjvFvkRujn
        2FQ=
        -----END CERTIFICATE-----
        """

    /// Private key, which protects nothing.
    package static let key = """
        -----BEGIN PRIVATE KEY-----
        MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgQ3A9V719V8k7wGq/
        UIscyUbauZPktd2dCcgTgIFsT9mhRANCAARJWQiFGm3t5saHgNGa24fehB74zDAa
        vvyo4tG8uCuxVVCDBpb04n94/SYbX4+OHQtuZjR5dOj8dVplNgLvdBMi
        -----END PRIVATE KEY-----
        """
}
